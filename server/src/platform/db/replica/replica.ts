import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable, READ_ONLY } from '#platform/db/connections/database-unavailable.ts'
import type { Database, DatabaseAddress } from '#platform/db/db.ts'
import { type MarkedPosition, markedPosition, openPositions } from './primary-position.ts'
import { currentReading, type Position, type Reading, type ReadSource } from './reading.ts'
import { type Reached, ReplicaConnections, type ReplicaOptions } from './replica-connections.ts'

/** What became of a statement of a call that only reads: the replica answered it, or why the primary had to. */
export const OUTCOMES = ['answered', 'behind', 'unavailable', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How long a call waits for what was committed before it; after it the primary answers. */
const WAIT_MS = 50
const LOOK_EVERY_MS = 2
/** A replica that failed is tried again so often, by no call. */
const WATCH_EVERY_MS = 1000
/** More are not needed to tell an age; the oldest stays. */
const MAX_SAMPLES = 3600

export type ReplicaState = {
  /** Why the primary answers everything; undefined while the replica does. */
  reason: string | undefined
  /** For how long the replica has lacked what the primary had; undefined if it does not tell. */
  lagSeconds: number | undefined
}

/** The replica lacks what the call may know of. */
class Behind extends Error {}

const CANNOT_BE_ASKED = 'The replica cannot be asked.'
const NOT_STANDBY = 'The server is not a replica: it does not follow another one.'
const OTHER_HISTORY = 'The replica does not follow the primary: what is marked there has not arrived.'
const IS_BEHIND = 'The replica lags behind the primary.'

/**
 * A server that follows the primary, and answers calls that only read. It answers only if it has everything that was
 * committed when the call began to read, by whatever process and for whomever: so no caller sees less than it has written,
 * or was told of. Whatever goes wrong with it, the primary answers.
 */
export class Replica implements ReadSource {
  readonly #db: Database
  readonly #connections: ReplicaConnections
  readonly #position: () => Promise<Position>
  readonly #count: (outcome: Outcome) => void
  /** Which history the primary has, as it was last asked. */
  #primary: MarkedPosition | undefined
  #reached: Reached | undefined
  #looking: Promise<void> | undefined
  #lookedAt = 0
  #reason: string | undefined = CANNOT_BE_ASKED
  #samples: { bytes: number; at: number }[] = []
  #isTold = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(db: Database, address: DatabaseAddress, options: ReplicaOptions & { count(outcome: Outcome): void }) {
    this.#db = db
    this.#connections = new ReplicaConnections(address, options)
    this.#position = openPositions(db)
    this.#count = options.count
  }

  get state(): ReplicaState {
    const [oldest] = this.#samples
    const lagSeconds = oldest ? (performance.now() - oldest.at) / 1000 : 0
    return { reason: this.#reason, lagSeconds: this.#isTold ? lagSeconds : undefined }
  }

  async read(config: pg.QueryConfig): Promise<pg.QueryResult | undefined> {
    const reading = currentReading()
    if (!reading) return undefined
    if (this.#reason !== undefined) return this.#leave(reading)
    reading.position ??= this.#position()
    const position = await reading.position
    try {
      await this.#untilReached(position)
      const { reached, answer } = await this.#connections.query(config)
      const reason = this.#shortcoming(position, reached)
      if (reason !== undefined) throw new Behind(reason)
      this.#count('answered')
      return answer
    } catch (error) {
      return this.#leave(reading, error)
    }
  }

  /** Looks at once, then again and again: a replica answers only after it was found to be near. */
  async watch(): Promise<void> {
    await this.#examine()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.watch(), WATCH_EVERY_MS).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#connections.close()
  }

  /** From now on the primary answers this call, and all others until the next look, unless the statement alone failed. */
  #leave(reading: Reading, error?: unknown): undefined {
    reading.isOnPrimary = true
    if (error instanceof Behind) this.#reason ??= error.message
    // It wants to write, or is in the way of what the replica replays.
    else if (error instanceof DatabaseUnavailable && error.code !== READ_ONLY) this.#reason ??= CANNOT_BE_ASKED
    else if (error !== undefined) return void this.#count('failed')
    this.#count(this.#reason === IS_BEHIND ? 'behind' : 'unavailable')
  }

  async #untilReached(position: Position): Promise<void> {
    const until = performance.now() + WAIT_MS
    for (;;) {
      const reason = this.#shortcoming(position, this.#reached)
      if (reason === undefined) return
      if (performance.now() > until) throw new Behind(reason)
      await this.#look()
    }
  }

  /** Why a replica that has come so far must not answer. */
  #shortcoming(position: Position, reached: Reached | undefined): string | undefined {
    if (!reached?.is_standby) return NOT_STANDBY
    const isOfHistory = this.#primary?.timeline === position.timeline && this.#primary.mark === reached.mark
    if (!isOfHistory) return OTHER_HISTORY
    return (reached.bytes ?? 0) < position.bytes ? IS_BEHIND : undefined
  }

  /** However many calls wait, the replica is asked once in a while. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const early = this.#lookedAt + LOOK_EVERY_MS - performance.now()
    if (early > 0) await delay(early)
    this.#reached = await this.#connections.look()
    this.#lookedAt = performance.now()
  }

  async #examine(): Promise<void> {
    this.#isTold = false
    try {
      this.#primary = await markedPosition(this.#db)
      if (this.#samples.length < MAX_SAMPLES) this.#samples.push({ bytes: this.#primary.bytes, at: performance.now() })
      await this.#look()
      await this.#untilReached(this.#primary)
      this.#reason = undefined
    } catch (error) {
      this.#reason = error instanceof Behind ? error.message : CANNOT_BE_ASKED
    }
    this.#isTold = this.#reason === undefined || this.#reason === IS_BEHIND
    if (this.#isTold) this.#samples = this.#samples.filter(({ bytes }) => bytes > (this.#reached?.bytes ?? 0))
  }
}
