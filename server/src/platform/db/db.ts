import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { Lanes } from './lanes.ts'
import { PipelinedDialect } from './pipelined-dialect.ts'
import { expectToBreak, PreparingClient } from './preparing-client.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** How to reach PostgreSQL: an address, or the socket of the embedded server. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; ssl: false }

export type OpenDb = { db: Db; pool: pg.Pool; close(): Promise<void> }

/** The database outside of any transaction. */
export class OpenedDb extends Kysely<Tables> {
  readonly pool: pg.Pool
  readonly lanes: Lanes

  constructor(pool: pg.Pool, lanes: Lanes) {
    super({ dialect: new PipelinedDialect({ pool }) })
    this.pool = pool
    this.lanes = lanes
  }
}

export function openDb(connection: Connection, { poolSize = 20 }: { poolSize?: number } = {}): OpenDb {
  const config = {
    ...connection,
    // Statements are written without waiting for the answer of the one before.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    application_name: 'dossier',
  }
  const pool = new pg.Pool({
    ...config,
    Client: PreparingClient,
    max: poolSize,
    idleTimeoutMillis: 60_000,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', expectToBreak)
  const lanes = new Lanes(config)
  const db = new OpenedDb(pool, lanes)
  return {
    db,
    pool,
    async close() {
      await lanes.close()
      await db.destroy()
    },
  }
}
