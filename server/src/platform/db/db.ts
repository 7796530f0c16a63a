import { type DatabaseConnection, type Driver, Kysely, PostgresDialect, Transaction } from 'kysely'
import pg from 'pg'
import {
  BEGIN,
  ignoreConnectionErrors,
  PreparingConnection,
  statementName,
} from '#platform/db/connections/preparing-connection.ts'
import { RetryingPool } from '#platform/db/connections/retrying-pool.ts'
import { applySessionSettings } from '#platform/db/connections/session-settings.ts'
import { SharedConnections } from '#platform/db/connections/shared-connections.ts'
import { tracedConnection } from '#platform/db/connections/traced-connection.ts'
import type { ReadSource } from '#platform/db/replica/reading.ts'
import { RoutedPool } from '#platform/db/replica/routed-pool.ts'
import type { Tracing } from '#platform/tracing.ts'
import type { Tables } from './tables.ts'

/** A date has no time and no zone: it stays the text that it is. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** How to reach PostgreSQL: the address of a setting, or the socket of the embedded server. */
export type DatabaseAddress =
  | { connectionString: string; setting?: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' }
  | { host: string; port: number; user: string; database: string; ssl: false }

/** The setting that an operator would change to reach another database. */
export function settingOf(address: DatabaseAddress): string {
  return ('setting' in address && address.setting) || 'DATABASE_URL'
}

/** The database outside of any transaction. */
export class Database extends Kysely<Tables> {
  readonly pool: pg.Pool
  readonly sharedConnections: SharedConnections
  readonly dialect: PostgresDialect
  readonly driver: Driver
  readonly #routes: RoutedPool

  constructor(pool: pg.Pool, sharedConnections: SharedConnections) {
    const routes = new RoutedPool(pool)
    const dialect = new PostgresDialect({ pool: routes })
    super({ dialect })
    this.pool = pool
    this.#routes = routes
    this.sharedConnections = sharedConnections
    this.dialect = dialect
    this.driver = dialect.createDriver()
  }

  /** Answers statements of calls that only read, if it can. */
  get replica(): ReadSource | undefined {
    return this.#routes.replica
  }

  set replica(replica: ReadSource) {
    this.#routes.replica = replica
  }

  /** A statement outside of any transaction. */
  async queryAlone(config: pg.QueryConfig): Promise<pg.QueryResult> {
    return (this.replica && (await this.replica.read(config))) ?? this.pool.query(config)
  }

  /** One that finds a few rows by their key, on a connection that many share. */
  async lookUp<Row>(config: pg.QueryConfig): Promise<Row[]> {
    const answer = this.replica && (await this.replica.read(config))
    return answer ? answer.rows : this.sharedConnections.query<Row>(config)
  }
}

/**
 * A transaction on one connection. It begins with its first statement, unless that is known to be all there is: such a
 * statement is a transaction by itself, and needs no round trip to end it. `transact` ends it.
 */
export class DatabaseTransaction extends Transaction<Tables> {
  readonly #connection: pg.PoolClient
  readonly #isOneStatement: boolean
  #state: 'untouched' | 'begun' | 'alone' = 'untouched'

  constructor(db: Database, connection: pg.PoolClient, isOneStatement: boolean) {
    const { dialect, driver } = db
    const provideConnection = <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connectionOn(this))
    super({
      config: { dialect },
      dialect,
      driver,
      executor: db.getExecutor().withConnectionProvider({ provideConnection }),
    })
    this.#connection = connection
    this.#isOneStatement = isOneStatement
  }

  get hasBegun(): boolean {
    return this.#state === 'begun'
  }

  query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#state === 'alone') throw new Error('The one statement of this transaction was sent already.')
    // Not awaited: on a connection that works it cannot fail, and on one that broke the statement fails too.
    if (this.#state === 'untouched') this.#connection.query(BEGIN).catch(() => {})
    this.#state = 'begun'
    return this.#connection.query(config)
  }

  /** Adds rows in the text format of COPY. */
  async copy(text: string, rows: Iterable<Uint8Array>): Promise<void> {
    if (this.#state !== 'begun') await this.query({ text: 'SELECT' })
    await (this.#connection as unknown as PreparingConnection).copy(text, rows)
  }

  queryAlone(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (!this.#isOneStatement || this.#state !== 'untouched') return this.query(config)
    this.#state = 'alone'
    return this.#connection.query(config)
  }
}

export type DatabaseHandle = { db: Database; pool: pg.Pool; close(): Promise<void> }

export type DatabaseOptions = {
  poolSize?: number
  /** A pooler gives each transaction any of its connections: what is set for a session would reach those of others. */
  hasOwnSessions?: boolean
  tracing?: Tracing | undefined
}

export function connectionConfig(address: DatabaseAddress, { refusesStandby }: { refusesStandby: boolean }) {
  return {
    ...address,
    // Statements are written without waiting for the answer of the one before.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // A connection that nothing is asked on is found to be cut off, too.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    refusesStandby,
    application_name: 'dossier',
  }
}

export function openDatabase(
  address: DatabaseAddress,
  { poolSize = 20, hasOwnSessions = true, tracing }: DatabaseOptions = {},
): DatabaseHandle {
  const Client = tracing ? tracedConnection(tracing) : PreparingConnection
  const config = connectionConfig(address, { refusesStandby: hasOwnSessions })
  const pool = new RetryingPool({
    ...config,
    Client,
    max: poolSize,
    idleTimeoutMillis: 60_000,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  const applySettings = hasOwnSessions ? applySessionSettings : () => {}
  pool.on('connect', (connection) => {
    ignoreConnectionErrors(connection)
    applySettings(connection)
  })
  const sharedConnections = new SharedConnections(config, { Connection: Client, applySettings })
  const db = new Database(pool, sharedConnections)
  return {
    db,
    pool,
    async close() {
      await sharedConnections.close()
      await db.destroy()
      // Kysely ends the pool only if it has built a query.
      if (!pool.ended) await pool.end()
    },
  }
}

/** What the query builder needs of a connection. */
function connectionOn(tx: DatabaseTransaction): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const name = statementName(sql)
      const values = parameters as unknown[]
      const { rows, rowCount } = await tx.query(name ? { name, text: sql, values } : { text: sql, values })
      return { rows: rows as Row[], ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery() {
      throw new Error('Rows are not streamed within a transaction.')
    },
  }
}
