import { setTimeout as delay } from 'node:timers/promises'
import type { SigningKeys } from '#modules/webhooks/endpoints/signing-keys.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { Span, Tracing } from '#platform/tracing.ts'
import type { ClaimRequest } from './claim.ts'
import {
  capacityOf,
  type EndpointQueue,
  isGivenUp,
  type LeasedDelivery,
  leasedCountOf,
  mayStart,
  newEndpointQueue,
  noteOutcome,
  wantsMore,
} from './endpoint-queue.ts'
import type { Meter } from './meter.ts'
import type { Result } from './record-results.ts'
import { nextTryAt } from './retry-schedule.ts'
import { callbackOf, notPermitted, type Sent, sendCallback } from './send-callback.ts'

const MAX_SENDING = 1000
/** The rest is kept for first tries, so that endpoints which fail do not keep the others waiting. */
const MAX_RETRIES = (MAX_SENDING * 3) / 4
const MAX_HELD = 2000
/** While results cannot be written, nothing more is sent. */
const MAX_UNWRITTEN = 2000
/** Before its lease ends: a callback that starts by then has answered or timed out. */
const SEND_WITHIN_MS = 40_000
const OUR_FAULT_MS = 60_000
const FORGET_AFTER_MS = 60_000

export type SenderDeps = {
  clock: Clock
  signingKeys: SigningKeys
  outbound: Outbound
  log: Log
  meter: Meter
  onResult: (result: Result) => void
  tracing?: Tracing | undefined
  /** Whether receivers are told how to continue a trace. */
  tellsTrace?: boolean
}

export type ClaimCapacity = Pick<ClaimRequest, 'most' | 'mostRetries' | 'ahead'>

/** Sends the deliveries that a worker has taken: few at a time to each endpoint, and to all endpoints side by side. */
export class Sender {
  readonly #deps: SenderDeps
  readonly #queues = new Map<string, EndpointQueue>()
  readonly #sending = new Set<LeasedDelivery>()
  #leased = 0
  #leasedRetries = 0
  #unwritten = 0
  #isStopping = false

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** How many more deliveries may be claimed, and for which endpoints. */
  capacity(): ClaimCapacity {
    const isFull = this.#isStopping || this.#unwritten > MAX_UNWRITTEN
    const ahead = [...this.#queues.values()].map((one) => ({ ...one, capacity: capacityOf(one) }))
    for (const one of this.#queues.values()) if (leasedCountOf(one) < capacityOf(one)) one.hasMore = false
    return {
      most: isFull ? 0 : Math.max(0, MAX_HELD - this.#leased),
      mostRetries: Math.max(0, MAX_RETRIES - this.#leasedRetries),
      ahead,
    }
  }

  accept(taken: LeasedDelivery[]): void {
    const touched = new Set(taken.map((one) => this.#enqueue(one)))
    for (const queue of touched) this.#sendWaiting(queue)
    this.#forgetIdle(performance.now())
  }

  isFailing(endpointId: string): boolean {
    return this.#queues.get(endpointId)?.isFailing ?? false
  }

  /** The database knows these results now. Answers whether there is reason to take more. */
  written(results: Result[]): boolean {
    this.#unwritten -= results.length
    const settled = new Set<EndpointQueue>()
    for (const { endpointId } of results) {
      const queue = this.#queues.get(endpointId)
      if (!queue) continue
      queue.unwritten -= 1
      settled.add(queue)
    }
    // What stood still because too much was unwritten, or too much was on its way, goes on.
    for (const queue of this.#queues.values()) if (queue.waiting.length > 0) this.#sendWaiting(queue)
    return [...settled].some(wantsMore)
  }

  noteState(endpointId: string, state: { isFailing: boolean; isPaused: boolean }): void {
    const queue = this.#queues.get(endpointId)
    if (!queue) return
    queue.isFailing = state.isFailing
    if (state.isPaused) this.#giveUp(queue)
  }

  /** Gives back what is not sent, waits for what is on its way, and then gives that back too. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    for (const queue of this.#queues.values()) this.#giveUp(queue)
    const end = performance.now() + graceMs
    while (this.#sending.size > 0 && performance.now() < end) await delay(10)
    for (const taken of this.#sending) {
      this.#sending.delete(taken)
      this.#giveBack(taken)
    }
  }

  #enqueue(taken: LeasedDelivery): EndpointQueue {
    const queue = this.#queues.get(taken.endpoint_id) ?? newEndpointQueue(taken)
    this.#queues.set(taken.endpoint_id, queue)
    queue.waiting.push(taken)
    queue.isFailing ||= taken.failing_since !== null
    queue.hasMore = taken.has_more
    queue.usedAt = taken.takenAt
    this.#leased += 1
    if (taken.tries > 0) this.#leasedRetries += 1
    return queue
  }

  #sendWaiting(queue: EndpointQueue): void {
    while (mayStart(queue) && this.#sending.size < MAX_SENDING && this.#unwritten <= MAX_UNWRITTEN) {
      const next = this.#isStopping ? undefined : queue.waiting.shift()
      if (!next) return
      if (!next.is_permitted) this.#withhold(next)
      else if (performance.now() - next.takenAt > SEND_WITHIN_MS) this.#giveBack(next)
      else void this.#send(queue, next)
    }
  }

  async #send(queue: EndpointQueue, taken: LeasedDelivery): Promise<void> {
    const { clock, outbound, signingKeys, log } = this.#deps
    queue.inFlight += 1
    this.#sending.add(taken)
    const now = clock.now()
    if (taken.tries === 0) this.#noteDelay(taken, now)
    const span = this.#beginSpan(taken)
    let sent: Sent | undefined
    try {
      const callback = { ...callbackOf(taken, signingKeys, now), traceparent: this.#told(span) }
      sent = await sendCallback(outbound, taken.url, callback, now)
    } catch (error) {
      // A fault of our own: it does not count as an attempt.
      if (this.#sending.has(taken)) log.error({ ...idsOf(taken), err: error }, 'webhook.not_sent')
    }
    endSpan(span, sent)
    queue.inFlight -= 1
    // Otherwise it was given back when the service stopped.
    if (!this.#sending.delete(taken)) return
    if (sent) this.#finish(queue, taken, sent)
    else this.#giveBack(taken, OUR_FAULT_MS)
    if (isGivenUp(queue)) this.#giveUp(queue)
    else this.#sendWaiting(queue)
  }

  #beginSpan(taken: LeasedDelivery): Span | undefined {
    const { traceparent, tries, event_type } = taken
    if (traceparent === null) return undefined
    const { webhook_id, event_id } = idsOf(taken)
    const facts = {
      'dossier.event_type': event_type,
      'dossier.event_id': event_id,
      'dossier.webhook_id': webhook_id,
      'dossier.attempt': tries + 1,
    }
    return this.#deps.tracing?.begin('callback', { kind: 'client', facts, traceparent })
  }

  #told(span: Span | undefined): string | undefined {
    const { tracing, tellsTrace = false } = this.#deps
    return span && tellsTrace ? tracing?.traceparentOf(span) : undefined
  }

  /** Callbacks to the address of a request have no event in the log; they are queued when it happens. */
  #noteDelay({ event_created_at: since }: LeasedDelivery, now: Date): void {
    if (since) this.#deps.meter.begun(now.getTime() - since.getTime())
  }

  #finish(queue: EndpointQueue, taken: LeasedDelivery, { attempt, isSuccess, status, retryAfter }: Sent): void {
    const at = this.#deps.clock.now()
    const tries = taken.tries + 1
    // An address of a single call cannot be enabled again, so 410 ends the delivery as failed.
    const isOver = isSuccess || (status === 410 && !taken.is_webhook)
    const dueAt = isOver ? undefined : nextTryAt({ tries, status, retryAfter }, at)
    const outcome = isSuccess ? 'succeeded' : dueAt ? 'waits' : 'failed'
    noteOutcome(queue, attempt.duration_ms, isSuccess)
    this.#deps.meter.attempted(attempt)
    const { outcome: answer, status_code, duration_ms } = attempt
    const facts = { attempt: tries, outcome: answer, status: status_code, duration_ms, retry_at: dueAt }
    this.#deps.log.info({ ...idsOf(taken), ...facts }, 'webhook.attempted')
    this.#report(taken, { attempt, outcome, at, dueAt })
  }

  /** It has failed without a call, which says nothing of the endpoint; it can be sent again once it is permitted. */
  #withhold(taken: LeasedDelivery): void {
    const at = this.#deps.clock.now()
    this.#deps.log.warn(idsOf(taken), 'webhook.not_permitted')
    this.#report(taken, { attempt: notPermitted(at), outcome: 'failed', at, dueAt: undefined })
  }

  #giveUp(queue: EndpointQueue): void {
    for (const one of queue.waiting.splice(0)) this.#giveBack(one)
    queue.failuresInRow = 0
  }

  #giveBack(taken: LeasedDelivery, afterMs = 0): void {
    const at = this.#deps.clock.now()
    this.#report(taken, { attempt: undefined, outcome: 'waits', at, dueAt: new Date(at.getTime() + afterMs) })
  }

  #report(taken: LeasedDelivery, result: Pick<Result, 'attempt' | 'outcome' | 'at' | 'dueAt'>): void {
    const { client_id: clientId, endpoint_id: endpointId, delivery_id: deliveryId, lease } = taken
    this.#leased -= 1
    if (taken.tries > 0) this.#leasedRetries -= 1
    this.#unwritten += 1
    const queue = this.#queues.get(endpointId)
    if (queue) queue.unwritten += 1
    this.#deps.onResult({ clientId, endpointId, deliveryId, lease, ...result })
  }

  #forgetIdle(now: number): void {
    for (const [id, queue] of this.#queues) {
      if (leasedCountOf(queue) === 0 && now - queue.usedAt > FORGET_AFTER_MS) this.#queues.delete(id)
    }
  }
}

function endSpan(span: Span | undefined, sent: Sent | undefined): void {
  if (sent?.status !== undefined) span?.note({ 'http.response.status_code': sent.status })
  span?.end(sent?.isSuccess ? undefined : `${sent?.status ?? sent?.attempt.outcome ?? 'failed'}`)
}

function idsOf({
  client_id,
  endpoint_id,
  delivery_id,
}: Pick<LeasedDelivery, 'client_id' | 'endpoint_id' | 'delivery_id'>) {
  return { client_id, webhook_id: endpoint_id, event_id: delivery_id }
}
