import type pg from 'pg'
import { answeredWithin } from '#platform/db/connections/answer-limit.ts'
import { ignoreConnectionErrors, PreparingConnection } from '#platform/db/connections/preparing-connection.ts'
import { RetryingPool } from '#platform/db/connections/retrying-pool.ts'
import { applySessionSettings } from '#platform/db/connections/session-settings.ts'
import { tracedConnection } from '#platform/db/connections/traced-connection.ts'
import { connectionConfig, type DatabaseAddress } from '#platform/db/db.ts'
import type { Tracing } from '#platform/tracing.ts'

/** How far a server is that follows another: which mark it has, and up to where it shows what the other has committed. */
export type Reached = { is_standby: boolean; bytes: number | null; mark: string | null }

const REACHED = {
  name: 'reached',
  text: `SELECT pg_is_in_recovery() AS is_standby, replica_mark AS mark,
    (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 AS bytes FROM installation`,
}

/** A replica that is cut off or frozen is given up after so long. */
const LOOK_WITHIN_MS = 1000
/** Whoever gets no connection by then asks the primary. */
const CONNECT_WITHIN_MS = 1000

export type ReplicaOptions = { poolSize: number; hasOwnSessions: boolean; tracing?: Tracing | undefined }

/** Connections to a replica: a pool for what calls read, and one to look how far it is. */
export class ReplicaConnections {
  readonly #config: pg.ClientConfig
  readonly #pool: pg.Pool
  readonly #open = new Set<PreparingConnection>()
  #watching: Promise<PreparingConnection> | undefined

  constructor(address: DatabaseAddress, { poolSize, hasOwnSessions, tracing }: ReplicaOptions) {
    const Client = tracing ? tracedConnection(tracing) : PreparingConnection
    this.#config = {
      ...connectionConfig(address, { refusesStandby: false }),
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
    }
    this.#pool = new RetryingPool({
      ...this.#config,
      Client,
      max: poolSize,
      idleTimeoutMillis: 60_000,
    } as pg.PoolConfig)
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (connection) => {
      ignoreConnectionErrors(connection)
      this.#open.add(connection as unknown as PreparingConnection)
      if (hasOwnSessions) applySessionSettings(connection)
    })
    this.#pool.on('remove', (connection) => this.#open.delete(connection as unknown as PreparingConnection))
  }

  /**
   * Runs a statement, and tells how far the server was just before. One transaction, which a pooler gives one connection of
   * one server; in one write, so that it takes no longer than the statement alone.
   */
  async query(config: pg.QueryConfig): Promise<{ reached: Reached | undefined; answer: pg.QueryResult }> {
    const connection = (await this.#pool.connect()) as pg.PoolClient & PreparingConnection
    try {
      connection.gatherWrites()
      const begun: Promise<unknown> = connection.query('BEGIN READ ONLY')
      const looked: Promise<pg.QueryResult<Reached>> = connection.query(REACHED)
      const answered: Promise<pg.QueryResult> = connection.query(config)
      // The next statement on this connection comes after all of them.
      await Promise.allSettled([begun, looked, answered, connection.query('COMMIT')])
      await begun
      return { reached: (await looked).rows[0], answer: await answered }
    } finally {
      connection.release()
    }
  }

  /** A server that does not answer fails everything that waits for it. */
  async look(): Promise<Reached | undefined> {
    try {
      this.#watching ??= this.#connect()
      const connection = await this.#watching
      return (await answeredWithin(LOOK_WITHIN_MS, () => connection.query(REACHED))).rows[0]
    } catch (error) {
      this.abandon()
      throw error
    }
  }

  /** Ends all connections without waiting for the server. */
  abandon(): void {
    const watching = this.#watching
    this.#watching = undefined
    void watching?.then(
      (connection) => connection.abandon(),
      () => {},
    )
    for (const connection of this.#open) connection.abandon()
  }

  async close(): Promise<void> {
    const watching = this.#watching
    this.#watching = undefined
    await watching?.then((connection) => connection.end()).catch(() => {})
    await this.#pool.end()
  }

  async #connect(): Promise<PreparingConnection> {
    const connection = new PreparingConnection(this.#config)
    ignoreConnectionErrors(connection)
    await connection.connect()
    return connection
  }
}
