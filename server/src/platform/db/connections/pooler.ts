import pg from 'pg'
import { type DatabaseAddress, settingOf } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** How the other end gives connections to PostgreSQL to ours: it is PostgreSQL, or a pooler that shares them so. */
export type Sharing = 'none' | 'by session' | 'by transaction'

/** A pooler that answers later than this has too few connections for the service. */
const ANSWER_WITHIN_MS = 10_000

/** A pooler in use gives what is free, and may happen to give the same again. */
const ROUNDS = 3

/** What PostgreSQL says of a prepared statement that another connection has, or that another client has prepared. */
const FOREIGN_STATEMENT = ['26000', '42P05']

/** Asked of a new connection: a pooler by transaction gives one that is free again to the next who asks. */
export async function sharingOf(address: DatabaseAddress, connection: pg.Client): Promise<Sharing> {
  const pid = await backendOf(connection).catch(({ message }: Error) => {
    throw new StartRefused(`${settingOf(address)} names a database that does not answer (${message}).`)
  })
  // A pooler invents the process id of its greeting; PostgreSQL sends that of the backend.
  if (pid === (connection as pg.Client & { processID?: number }).processID) return 'none'
  return refusing(address, async () => {
    const isShared = await whileAnotherHoldsOne(
      address,
      async (heldPid) => heldPid === pid || (await backendOf(connection)) !== pid,
    )
    return isShared ? 'by transaction' : 'by session'
  })
}

/** Refuses a pooler that shares connections between transactions and does not prepare statements on each of them. */
export function requirePreparedStatements(address: DatabaseAddress, connection: pg.Client): Promise<void> {
  return refusing(address, async () => {
    const pid = await backendOf(connection, 'dossier_probe')
    await whileAnotherHoldsOne(address, async () => (await backendOf(connection, 'dossier_probe')) !== pid)
  })
}

async function backendOf(connection: pg.Client, name?: string): Promise<number | undefined> {
  const config = {
    text: 'SELECT pg_backend_pid() AS pid',
    query_timeout: ANSWER_WITHIN_MS,
    ...(name === undefined ? {} : { name }),
  }
  return (await connection.query<{ pid: number }>(config)).rows[0]?.pid
}

/** Looks, some times, while another connection is within a transaction; whether it found what it looks for. */
async function whileAnotherHoldsOne(
  address: DatabaseAddress,
  look: (heldPid: number | undefined) => Promise<boolean>,
): Promise<boolean> {
  const timeouts = { connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS }
  const other = new pg.Client({ ...address, ...timeouts, application_name: 'dossier' })
  other.on('error', () => {})
  try {
    await other.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      await other.query('BEGIN')
      const isFound = await look(await backendOf(other))
      await other.query('ROLLBACK')
      if (isFound) return true
    }
    return false
  } finally {
    await other.end().catch(() => {})
  }
}

async function refusing<T>(address: DatabaseAddress, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw new StartRefused(`${settingOf(address)} names a pooler ${shortcomingOf(error as pg.DatabaseError)}`)
  }
}

function shortcomingOf({ code = '', message }: pg.DatabaseError): string {
  if (/statement pooling/.test(message)) return 'that allows no transactions; set its pool_mode to transaction.'
  if (!FOREIGN_STATEMENT.includes(code)) return `that does not give two connections at once (${message}).`
  return 'that shares connections between transactions without their prepared statements; use PgBouncer 1.21 or newer with max_prepared_statements=500.'
}
