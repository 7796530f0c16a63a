import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#kernel/migrate.ts'
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { findServerPid } from '#platform/db/embedded/lock-files.ts'
import { TEMPLATE } from '#test/harness/database/database-server.ts'
import { isAlive } from '#test/harness/database/embedded-postgres.ts'
import { eventually } from '#test/harness/eventually.ts'
import { memoryFolder } from '#test/harness/files/memory-folder.ts'

export type ReplicatedServer = Awaited<ReturnType<typeof openReplicatedServer>>

/** The replica follows only what is flushed, and commits are answered when they are. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'on',
  shared_buffers: '32MB',
  max_connections: '60',
  wal_keep_size: '1GB',
  max_wal_senders: '5',
}

/** A primary of this test alone, on which databases are made until it is closed, and replicas that follow it. */
export async function openReplicatedServer() {
  const dataDir = await aDataDir()
  const server = await startEmbedded({ dataDir, settings: SETTINGS })
  const { address: connection } = server
  await appendFile(join(dataDir, 'postgres/pg_hba.conf'), 'local replication all trust\n')
  await query(connection, 'SELECT pg_reload_conf()')
  await query(connection, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ ...connection, database: TEMPLATE })
  const { TEST_DATABASE_SERVER: usual } = process.env
  process.env.TEST_DATABASE_SERVER = JSON.stringify(connection)
  const replicas: Replica[] = []
  return {
    connection,
    dataDir,
    async startReplica(): Promise<Replica> {
      const replica = await aReplica({ connection, dataDir })
      replicas.push(replica)
      return replica
    },
    async close(): Promise<void> {
      if (usual === undefined) delete process.env.TEST_DATABASE_SERVER
      else process.env.TEST_DATABASE_SERVER = usual
      for (const replica of replicas) await replica.close()
      await server.stop()
      await removeFolder(dataDir)
    },
  }
}

type Primary = { connection: EmbeddedServer['address']; dataDir: string }
type Replica = Awaited<ReturnType<typeof aReplica>>

async function aReplica(primary: Primary) {
  const dataDir = await aDataDir()
  await copyRunning(primary, join(dataDir, 'postgres'))
  const { host, port, user } = primary.connection
  const settings = { ...SETTINGS, primary_conninfo: `host=${host} port=${port} user=${user} application_name=replica` }
  let server = await startEmbedded({ dataDir, settings })
  const { address: connection } = server
  const pidOf = () => findServerPid(join(dataDir, 'postgres')) ?? 0
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = pidOf()
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal)
  }
  const isFollowing = async () => {
    await query(primary.connection, 'SELECT pg_current_xact_id()')
    const [flushed] = await query(primary.connection, 'SELECT pg_current_wal_flush_lsn() AS lsn')
    await delay(200)
    const [found] = await query(connection, `SELECT pg_last_wal_replay_lsn() >= '${flushed?.lsn}' AS is_there`)
    return found?.is_there === true
  }
  return {
    connection,
    /** From now on, each commit arrives so much later. */
    async delayBy(milliseconds: number): Promise<void> {
      await query(connection, `ALTER SYSTEM SET recovery_min_apply_delay = '${milliseconds}ms'`)
      await query(connection, 'SELECT pg_reload_conf()')
      // The process that replays reads its settings when it comes to it.
      if (milliseconds > 0) await eventually(async () => !(await isFollowing()))
    },
    /** Waits until it has what was committed before. */
    caughtUp: () => eventually(isFollowing),
    async kill(): Promise<void> {
      const pid = pidOf()
      process.kill(pid, 'SIGKILL')
      await eventually(() => !isAlive(pid))
      await server.stop()
    },
    async start(): Promise<void> {
      server = await startEmbedded({ dataDir, settings })
    },
    /** As a partition looks from here: the machine takes what is sent, and nothing comes back. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async promote(): Promise<void> {
      await query(connection, 'SELECT pg_promote()')
    },
    query: (text: string, database = connection.database) => query({ ...connection, database }, text),
    async close(): Promise<void> {
      await server.stop()
      await removeFolder(dataDir)
    },
  }
}

/** A copy of a server that goes on meanwhile, as pg_basebackup makes one. */
async function copyRunning({ connection, dataDir }: Primary, target: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('replica', true)`)
    const source = join(dataDir, 'postgres')
    cpSync(source, target, { recursive: true, filter: (path) => !/\/postmaster\.(pid|opts)$/.test(path) })
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(target, 'standby.signal'), '')
  } finally {
    await client.end()
  }
}

function aDataDir(): Promise<string> {
  return mkdtemp(join(memoryFolder(), 'dossier-replicated-'))
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function query(connection: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
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
