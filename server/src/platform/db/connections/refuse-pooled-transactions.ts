import pg from 'pg'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** A pooler by session that has no second connection within this time has too few for the service. */
const SECOND_CONNECTION_MS = 10_000

const FIX = 'use PostgreSQL itself, or a pooler with pool_mode=session'

/**
 * Locks, LISTEN, settings and prepared statements belong to a session. Behind a pooler that hands out connections by
 * transaction they stay on connections that others get: a start would wait forever for its own lock.
 */
export async function refusePooledTransactions(address: DatabaseAddress, connection: pg.Client): Promise<void> {
  const pid = await backendOf(connection)
  // A pooler invents the process id of its greeting; PostgreSQL sends that of the backend.
  if (pid === (connection as pg.Client & { processID?: number }).processID) return
  const other = new pg.Client({ ...address, query_timeout: SECOND_CONNECTION_MS, application_name: 'dossier' })
  other.on('error', () => {})
  try {
    await other.connect()
    // A pooler by transaction gives the connection that is free again to the other session, which keeps it here.
    await other.query('BEGIN')
    const otherPid = await backendOf(other)
    if (otherPid === pid || (await backendOf(connection)) !== pid) throw pooledByTransaction()
    await other.query('ROLLBACK')
  } catch (error) {
    throw error instanceof StartRefused ? error : unusable(error as Error)
  } finally {
    await other.end().catch(() => {})
  }
}

async function backendOf(connection: pg.Client): Promise<number | undefined> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

function pooledByTransaction(): StartRefused {
  return new StartRefused(`DATABASE_URL names a pooler that shares connections between transactions; ${FIX}.`)
}

function unusable({ message }: Error): StartRefused {
  return new StartRefused(`DATABASE_URL names a pooler that did not give two sessions (${message}); ${FIX}.`)
}
