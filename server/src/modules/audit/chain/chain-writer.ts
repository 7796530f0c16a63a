import { setTimeout as delay } from 'node:timers/promises'
import { listClientsWithPending } from '#kernel/audit/take-pending.ts'
import type { Database } from '#platform/db/db.ts'
import type { Log } from '#platform/log.ts'
import { CHAIN_BATCH_SIZE, chainPending } from './chain-pending.ts'

/** What was read is found by looking; changes wake the writer besides. */
const POLL_MS = 250
/** From one look to the next, however often it is woken: what comes within it goes into the chain together. */
const LOOK_EVERY_MS = 50
const RETRY_AFTER_FAILURE_MS = 1000

type ChainWriterDeps = { db: Database; log: Log }

/**
 * Puts what was written down in the chains of the clients, until it is stopped. Any number of processes may do so: one of
 * them adds to a chain at a time, and the others go on to the next client.
 */
export class ChainWriter {
  readonly #deps: ChainWriterDeps
  readonly #stopping = new AbortController()
  readonly #loop: Promise<void>
  #wake: () => void = () => {}

  constructor(deps: ChainWriterDeps) {
    this.#deps = deps
    this.#loop = this.#run()
  }

  /** There may be something to put in a chain. */
  wake(): void {
    this.#wake()
  }

  /** Ends the batch that is under way, and begins no other. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#loop
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#chainAll()
      } catch (error) {
        this.#deps.log.error({ err: error }, 'audit.not_chained')
        await delay(RETRY_AFTER_FAILURE_MS, undefined, { signal }).catch(() => {})
      }
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await this.#pause()
    }
  }

  /** Client by client, a batch of each in turn, until nothing waits that this process may take. */
  async #chainAll(): Promise<void> {
    let waiting = await listClientsWithPending(this.#deps.db)
    while (waiting.length > 0) {
      const more: string[] = []
      for (const clientId of waiting) {
        if (this.#stopping.signal.aborted) return
        if (await this.#hasMore(clientId)) more.push(clientId)
      }
      waiting = more
    }
  }

  /** One client whose entries cannot be stored does not keep those of others from their chains. */
  async #hasMore(clientId: string): Promise<boolean> {
    const { db, log } = this.#deps
    try {
      return (await chainPending(db, clientId)) === CHAIN_BATCH_SIZE
    } catch (error) {
      log.error({ client_id: clientId, err: error }, 'audit.not_chained')
      return false
    }
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, POLL_MS)
    this.#wake = () => {
      clearTimeout(timer)
      resolve()
    }
    return promise
  }
}
