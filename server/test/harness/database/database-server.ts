import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#kernel/migrate.ts'
import { openDatabase } from '#platform/db/db.ts'
import { startEmbedded } from '#platform/db/embedded/embedded.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { openLog } from '#platform/log.ts'
import { ALL_JOBS } from '#src/worker.ts'
import { memoryFolder } from '#test/harness/files/memory-folder.ts'

/** With `workers`, the coordinator of a Citus, and the ports of its workers. */
export type ServerConnection = {
  host: string
  port: number
  user: string
  database: string
  ssl: false
  workers?: readonly number[]
}
export type DatabaseServer = { connection: ServerConnection; close(): Promise<void> }

export const TEMPLATE = 'migrated_template'

/** No durability; and no vacuum of its own accord, whose reads would count as those of the query that a test weighs. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
}

/** With the queues of all jobs, which every start of the service would create otherwise. */
export async function makeTemplate(address: ServerConnection): Promise<void> {
  await migrate(address)
  const { pool, close } = openDatabase(address, { poolSize: 2 })
  const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker: false, log: openLog('silent') })
  await jobs.stop(0)
  await close()
}

/** A real PostgreSQL in a folder of its own, with a migrated database that tests clone. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'dossier-test-'))
  const server = await startEmbedded({ dataDir, settings: SETTINGS })
  const admin = new pg.Client(server.address)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  await makeTemplate({ ...server.address, database: TEMPLATE })
  return {
    connection: server.address,
    async close() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
