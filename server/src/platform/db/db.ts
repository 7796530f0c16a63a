import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { BEGIN, PipelinedDialect } from './pipelined-dialect.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** How to reach PostgreSQL: an address, or the socket of the embedded server. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl: false }

export type OpenDb = { db: Db; pool: pg.Pool; close(): Promise<void> }

/** A statement that starts so is planned at each call: the best plan depends on its values. */
const PLAN_ANEW = '/* plan anew */'

const statementNames = new Map<string, string>()

/**
 * Every statement is prepared under a name made from its text: PostgreSQL then plans it once for each connection.
 * In a transaction, statements that are sent in one turn of the event loop go out in one write.
 */
class PreparingClient extends pg.Client {
  #isInTransaction = false
  #isGathering = false

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query with eight signatures.
  override query(config: any, values?: any, callback?: any): any {
    this.#gatherWrites(config)
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0 || config.startsWith(PLAN_ANEW)) {
      return super.query(config, values, callback)
    }
    return super.query({ name: statementName(config), text: config, values }, callback)
  }

  #gatherWrites(text: unknown): void {
    if (text === BEGIN) this.#isInTransaction = true
    if (this.#isInTransaction && !this.#isGathering) {
      this.#isGathering = true
      const { stream } = insideOf(this).connection
      stream.cork()
      setImmediate(() => {
        this.#isGathering = false
        stream.uncork()
      })
    }
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
  }
}

/** What pg keeps to itself, as far as it is needed here. */
type Inside = {
  _queryable: boolean
  connection: { stream: Socket; on(event: string, listener: (message: { severity?: string }) => void): void }
}

function insideOf(client: pg.ClientBase): Inside {
  return client as unknown as Inside
}

export function openDb(connection: Connection, { poolSize = 20 }: { poolSize?: number } = {}): OpenDb {
  const pool = new pg.Pool({
    ...connection,
    Client: PreparingClient,
    max: poolSize,
    // Statements are written without waiting for the answer of the one before, so BEGIN costs no round trip.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'dossier',
  } as pg.PoolConfig)
  // A connection that breaks, idle or in use, fails what is asked of it next; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    distrustAfterFatal(client)
  })
  const db = new Kysely<Tables>({ dialect: new PipelinedDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** The server says that it ends a connection a moment before it does; in between the pool would hand it out again. */
function distrustAfterFatal(client: pg.PoolClient): void {
  const inside = insideOf(client)
  inside.connection.on('errorMessage', ({ severity }) => {
    if (severity === 'FATAL') inside._queryable = false
  })
}

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
    statementNames.set(text, name)
  }
  return name
}
