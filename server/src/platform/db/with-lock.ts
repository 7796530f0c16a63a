import pg from 'pg'
import { StartRefused } from '#platform/start-refused.ts'
import type { Connection } from './db.ts'

/** Any number will do; every process must use the same one. */
const LOCK = 7_461_201

/** Runs a step that only one process at a time may be in. A process that dies lets go of the lock. */
export async function withLock<T>(connection: Connection, step: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(connection)
  try {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`)
    return await step(client)
  } finally {
    await client.end()
  }
}

async function connect(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartRefused(`DATABASE_URL names a database that cannot be reached (${message || code}).`)
  }
  return client
}
