import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { PORT } from './data-paths.ts'

export type EmbeddedAddress = { host: string; port: number; user: string; database: string; ssl: false }

export function embeddedAddress(socketDir: string, database = 'dossier'): EmbeddedAddress {
  return { host: socketDir, port: PORT, user: 'dossier', database, ssl: false }
}

/**
 * What is seen on a socket. `absent`: no server. `silent`: one that does not answer. `changing`: one that says it is
 * starting, recovering or stopping. `held`: a service is running on it. `free`: a server without its service.
 */
export type Sighting = 'absent' | 'silent' | 'changing' | 'held' | 'free'

// Advisory locks belong to one database. This one is not `dossier`, which can be copied only while no session uses it.
const LOCK_DATABASE = 'postgres'
const LOCK_KEY = 0x646f7373

export async function look(socketDir: string): Promise<Sighting> {
  try {
    return await withConnection(embeddedAddress(socketDir, LOCK_DATABASE), async (connection) => {
      const found = await connection.query(
        `select 1 from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
           and database = (select oid from pg_database where datname = current_database())`,
        [LOCK_KEY],
      )
      return found.rowCount ? 'held' : 'free'
    })
  } catch (error) {
    return sightingOf(error)
  }
}

function sightingOf(error: unknown): Sighting {
  const { code } = error as { code?: string }
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent'
  // Every connection is in use, so a service is running.
  if (code === '53300') return 'held'
  if (code === '57P03' || code === '57P01') return 'changing'
  if (code === undefined || ['ECONNRESET', 'EPIPE', 'EAGAIN'].includes(code)) return 'silent'
  throw error
}

export type ServiceLock = { release(): void }

/** Holds the lock of the one service for as long as the server lives; undefined when another has it. */
export async function holdServiceLock(socketDir: string): Promise<ServiceLock | undefined> {
  let isReleased = false
  const take = async (): Promise<boolean> => {
    const connection = await takeLock(socketDir)
    connection?.once('end', () => void retake())
    return connection !== undefined
  }
  // PostgreSQL ends all sessions when one of them crashes: the lock goes, the server stays.
  const retake = async (): Promise<void> => {
    while (!isReleased) {
      await delay(100, undefined, { ref: false })
      if (!isReleased && (await take().catch(() => false))) return
    }
  }
  if (!(await take())) return undefined
  return {
    release: () => {
      isReleased = true
    },
  }
}

async function takeLock(socketDir: string): Promise<pg.Client | undefined> {
  const connection = await connect(embeddedAddress(socketDir, LOCK_DATABASE))
  const taken = await connection
    .query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
    .finally(() => unref(connection))
  if (taken.rows[0]?.taken) return connection
  await connection.end()
  return undefined
}

/** A lock is held beside the work, and keeps no process alive. pg has this method, its types do not. */
function unref(connection: pg.Client & { unref?(): void }): void {
  connection.unref?.()
}

export async function createDatabase(socketDir: string): Promise<void> {
  await withConnection(embeddedAddress(socketDir, LOCK_DATABASE), async (connection) => {
    const found = await connection.query(`select 1 from pg_database where datname = 'dossier'`)
    if (found.rowCount === 0) await connection.query('create database dossier')
  })
}

async function withConnection<T>(address: EmbeddedAddress, use: (connection: pg.Client) => Promise<T>): Promise<T> {
  const connection = await connect(address)
  try {
    return await use(connection)
  } finally {
    await connection.end().catch(() => undefined)
  }
}

async function connect(address: EmbeddedAddress): Promise<pg.Client> {
  const connection = new pg.Client({
    ...address,
    ssl: false,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    application_name: 'dossier launcher',
  })
  // The server may die at any time; the next query on the connection fails then.
  connection.on('error', () => undefined)
  await connection.connect()
  return connection
}
