import type pg from 'pg'
import { asConfig } from '#platform/db/connections/preparing-connection.ts'
import { currentReading, type ReadSource, stayOnPrimary } from './reading.ts'

/** What only reads, as far as its first word tells; PostgreSQL refuses what writes all the same, and the primary does it. */
const READS = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)\b/i

/** The connections of the query builder: those of the pool, or in a call that only reads one that asks a replica first. */
export class RoutedPool {
  replica: ReadSource | undefined
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  get options(): pg.PoolOptions {
    return this.#pool.options
  }

  async connect(): Promise<pg.PoolClient> {
    if (!this.replica || !currentReading()) return this.#pool.connect()
    return new RoutedConnection(this.#pool, this.replica) as unknown as pg.PoolClient
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** As much of a connection as the query builder uses. Takes one of the primary with the first statement that needs it. */
class RoutedConnection {
  readonly #pool: pg.Pool
  readonly #replica: ReadSource
  #primary: pg.PoolClient | undefined

  constructor(pool: pg.Pool, replica: ReadSource) {
    this.#pool = pool
    this.#replica = replica
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (!this.#primary) {
      const answer = READS.test(text) ? await this.#replica.read(asConfig(text, values)) : stayOnPrimary()
      if (answer) return answer
    }
    this.#primary ??= await this.#pool.connect()
    return this.#primary.query(text, values)
  }

  release(error?: Error): void {
    this.#primary?.release(error)
  }
}
