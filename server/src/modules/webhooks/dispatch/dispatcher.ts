import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type DoWork, systemActor } from '#kernel/work.ts'
import { openSigningKeys } from '#modules/webhooks/endpoints/signing-keys.ts'
import { type DisableReason, disableWebhook } from '#modules/webhooks/subscriptions/disable-webhook.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { Tracing } from '#platform/tracing.ts'
import type { CallbackQueue } from './callback-queue.ts'
import type { LeasedDelivery } from './endpoint-queue.ts'
import { FAN_OUT_BATCH_SIZE } from './fan-out.ts'
import type { Meter } from './meter.ts'
import type { EndpointState, Result } from './record-results.ts'
import { endpointResults, openResultWriter, type ResultWriter } from './result-writer.ts'
import { type ClaimCapacity, Sender } from './sender.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

/** The polling interval without a signal. */
const POLL_MS = 250
/** From one look to the next, however often a loop is woken: what comes within it is done together. */
const FAN_OUT_EVERY_MS = 8
const CLAIM_EVERY_MS = 5
const RETRY_AFTER_FAILURE_MS = 1000
/** Decisions 5.6. */
const DISABLE_AFTER_MS = 5 * 24 * 3600 * 1000

export type DispatcherDeps = {
  queue: CallbackQueue
  doWork: DoWork
  clock: Clock
  keyring: Keyring
  outbound: Outbound
  log: Log
  meter: Meter
  tracing?: Tracing | undefined
  /** Whether receivers of callbacks are told how to continue a trace. */
  tellsTrace?: boolean
}

/** Hands events out and sends callbacks until it is stopped. Any number of processes may do so at the same time. */
export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #sender: Sender
  readonly #writer: ResultWriter
  readonly #outboxSignal = createWakeSignal()
  readonly #queueSignal = createWakeSignal()
  /** The leases under which something is held, with how much. */
  readonly #leases = new Map<string, number>()
  readonly #lostLeases = new Set<string>()
  readonly #loops: Promise<void>[]
  #isStopping = false

  constructor(deps: DispatcherDeps) {
    this.#deps = deps
    this.#writer = openResultWriter(
      (results) => this.#write(results),
      (error) => deps.log.error({ err: error }, 'webhook.results_not_written'),
    )
    this.#sender = new Sender({ ...deps, signingKeys: openSigningKeys(deps.keyring), onResult: this.#writer.add })
    this.#loops = [
      this.#loop(this.#outboxSignal, FAN_OUT_EVERY_MS, (isWoken) => this.#fanOut(isWoken)),
      this.#loop(this.#queueSignal, CLAIM_EVERY_MS, () => this.#claimDue()),
    ]
  }

  /** There is something to hand out, or something became due: the first is handed out before either is claimed. */
  wake(): void {
    this.#outboxSignal.notify()
  }

  /** Ends what is on its way, as far as that happens in time, and gives the rest back. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#outboxSignal.notify()
    this.#queueSignal.notify()
    await Promise.all(this.#loops)
    await this.#sender.stop(graceMs * 0.8)
    await this.#writer.close(graceMs * 0.2)
  }

  async #loop(bell: WakeSignal, everyMs: number, turn: (isWoken: boolean) => Promise<void>): Promise<void> {
    let isWoken = false
    while (!this.#isStopping) {
      const beganAt = performance.now()
      try {
        await turn(isWoken)
      } catch (error) {
        this.#deps.log.error({ err: error }, 'webhook.dispatch_failed')
        await delay(RETRY_AFTER_FAILURE_MS)
      }
      const early = everyMs - (performance.now() - beganAt)
      if (!this.#isStopping && early > 0) await delay(early)
      isWoken = await bell.wait(POLL_MS)
    }
  }

  async #fanOut(isWoken: boolean): Promise<void> {
    let isDue = isWoken
    for (;;) {
      const { events, deliveries } = await this.#deps.queue.fanOut(this.#deps.clock.now())
      // Callbacks to the address of a request are due without being handed out.
      if (deliveries > 0 || isDue) this.#queueSignal.notify()
      isDue = false
      if (events < FAN_OUT_BATCH_SIZE || this.#isStopping) return
    }
  }

  async #claimDue(): Promise<void> {
    const capacity = this.#sender.capacity()
    if (capacity.most === 0) return
    await this.#releaseLost()
    const claimed = await this.#claim(capacity)
    if (claimed.length === 0) return
    this.#sender.accept(claimed)
    if (claimed.length === capacity.most) this.#queueSignal.notify()
  }

  async #claim(capacity: ClaimCapacity): Promise<LeasedDelivery[]> {
    const lease = randomUUID()
    const takenAt = performance.now()
    const request = { ...capacity, now: this.#deps.clock.now(), lease, ownLeases: [...this.#leases.keys()] }
    // Until it is known what was taken: the answer may be lost, and the endpoints would stand still for a minute.
    this.#lostLeases.add(lease)
    const claimed = await this.#deps.queue.claim(request)
    this.#lostLeases.delete(lease)
    if (claimed.length > 0) this.#leases.set(lease, claimed.length)
    return claimed.map((one) => Object.assign(one, { takenAt }))
  }

  async #releaseLost(): Promise<void> {
    const lost = [...this.#lostLeases]
    if (lost.length === 0) return
    await this.#deps.queue.release(lost, this.#deps.clock.now())
    for (const lease of lost) this.#lostLeases.delete(lease)
  }

  async #write(results: Result[]): Promise<void> {
    const { queue, clock } = this.#deps
    const now = clock.now()
    // A success says nothing new of an endpoint that was well before.
    const told = endpointResults(results).filter(
      ({ endpointId, failures }) => failures > 0 || this.#sender.isFailing(endpointId),
    )
    const states = await queue.record(results, told, now)
    for (const { lease } of results) this.#release(lease)
    for (const state of states) this.#noteState(state, now)
    if (this.#sender.written(results)) this.#queueSignal.notify()
    await this.#disableGone(results, states, now)
  }

  #release(lease: string): void {
    const left = (this.#leases.get(lease) ?? 0) - 1
    if (left > 0) this.#leases.set(lease, left)
    else this.#leases.delete(lease)
  }

  #noteState({ endpoint_id, failing_since, paused_until }: EndpointState, now: Date): void {
    const isPaused = paused_until !== null && paused_until > now
    this.#sender.noteState(endpoint_id, { isFailing: failing_since !== null, isPaused })
  }

  /** Switches off webhooks whose endpoint says that it is gone, or has failed for too long. */
  async #disableGone(results: Result[], states: EndpointState[], now: Date): Promise<void> {
    const doomed = new Map<string, { clientId: string; reason: DisableReason }>()
    for (const { client_id, endpoint_id, is_webhook, failing_since } of states) {
      const isOverdue = failing_since !== null && now.getTime() - failing_since.getTime() >= DISABLE_AFTER_MS
      if (is_webhook && isOverdue) doomed.set(endpoint_id, { clientId: client_id, reason: 'failing' })
    }
    for (const { clientId, endpointId, attempt } of results) {
      if (attempt?.status_code === 410) doomed.set(endpointId, { clientId, reason: 'gone' })
    }
    for (const [id, { clientId, reason }] of doomed) await this.#disable(clientId, id, reason)
  }

  async #disable(clientId: string, id: string, reason: DisableReason): Promise<void> {
    const { doWork, log } = this.#deps
    const caller = { client: { id: clientId, languages: [] }, actor: systemActor }
    try {
      const isDone = await doWork(caller, (work) => disableWebhook(work, id, reason))
      if (isDone) log.warn({ client_id: clientId, webhook_id: id, reason }, 'webhook.disabled')
    } catch (error) {
      // The next failure is another occasion.
      log.error({ client_id: clientId, webhook_id: id, err: error }, 'webhook.not_disabled')
    }
    this.#sender.noteState(id, { isFailing: true, isPaused: true })
  }
}
