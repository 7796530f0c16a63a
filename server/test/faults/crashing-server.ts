import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#kernel/migrate.ts'
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { findServerPid } from '#platform/db/embedded/lock-files.ts'
import { TEMPLATE } from '#test/harness/database/database-server.ts'
import { isAlive } from '#test/harness/database/embedded-postgres.ts'
import { eventually } from '#test/harness/eventually.ts'

export type CrashingServer = Awaited<ReturnType<typeof openCrashingServer>>

/**
 * A PostgreSQL of this test alone, with everything on that keeps what was committed. Databases are made there until it
 * is closed.
 */
export async function openCrashingServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossier-crash-'))
  const settings = { shared_buffers: '32MB', max_connections: '60' }
  let server: EmbeddedServer = await startEmbedded({ dataDir, settings })
  const { address: connection } = server
  await query(connection, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ ...connection, database: TEMPLATE })
  const pidOf = () => findServerPid(join(dataDir, 'postgres')) ?? 0
  const end = async (signal: NodeJS.Signals) => {
    const pid = pidOf()
    process.kill(pid, signal)
    await eventually(() => !isAlive(pid))
  }
  const start = async () => {
    await server.stop()
    server = await startEmbedded({ dataDir, settings })
  }
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = pidOf()
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal)
  }
  const { TEST_DATABASE_SERVER: usual } = process.env
  process.env.TEST_DATABASE_SERVER = JSON.stringify(connection)
  return {
    connection,
    /** As `pg_ctl restart -m immediate` does: no goodbye, no checkpoint. */
    async restartAtOnce(): Promise<void> {
      await end('SIGQUIT')
      await start()
    },
    /** Ends it outright, and leaves it so until it is started. */
    kill: () => end('SIGKILL'),
    start,
    /** As a partition looks from here: the machine takes what is sent, and nothing comes back. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async setReadOnly(isReadOnly: boolean): Promise<void> {
      await query(connection, `ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly}`)
      await query(connection, 'SELECT pg_reload_conf()')
    },
    /** The server takes the death of one of its processes for a broken memory: it ends all others and recovers. */
    async killBackend(pid?: number): Promise<void> {
      const busy = `SELECT pid FROM pg_stat_activity WHERE application_name = 'dossier' ORDER BY query_start DESC LIMIT 1`
      process.kill(pid ?? (await query(connection, busy))[0]?.pid ?? 0, 'SIGKILL')
      await eventually(() => query(connection, 'SELECT 1').catch(() => false), { withinSeconds: 30 })
    },
    async close(): Promise<void> {
      if (usual === undefined) delete process.env.TEST_DATABASE_SERVER
      else process.env.TEST_DATABASE_SERVER = usual
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function query(connection: EmbeddedServer['address'], text: string): Promise<{ pid?: number }[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
