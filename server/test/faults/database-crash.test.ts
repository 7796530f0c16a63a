import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { putValue, putValues } from '#modules/datasets/index.ts'
import { type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts'
import { findServerPid } from '#platform/db/embedded/lock-files.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, inEnglish } from '#test/harness/builders.ts'
import { TEMPLATE } from '#test/harness/database-server.ts'
import { isAlive } from '#test/harness/embedded-service.ts'
import { eventually } from '#test/harness/eventually.ts'
import { endLeases, heldByTheDead } from './leases.ts'
import { assertComplete, type Ledger, openLedger, settle, taken } from './ledger.ts'
import { inLength } from './length.ts'
import { startSender } from './processes.ts'

const CRASHES = inLength(2, 20)

describe('a database that crashes under load', () => {
  test(`${CRASHES} times: every change that it kept is told, and told once`, async () => {
    const database = await openCrashingServer()
    // From here on the databases of this file are made there.
    process.env.TEST_DATABASE_SERVER = JSON.stringify(database.connection)
    const ledger = await openLedger(await startApp())
    after(database.close)
    const workers = [await startSender(ledger.service), await startSender(ledger.service)]
    const writing = new AbortController()
    after(() => writing.abort())
    const acknowledged: string[] = []
    const writers = ['statement', 'emit'].map((way) => writeUntil(writing.signal, ledger, way, acknowledged))

    for (let crash = 0; crash < CRASHES; crash += 1) {
      await seeProgress(ledger)
      await delay(Math.random() * 200)
      if (crash % 2 === 0) await database.restartAtOnce()
      else await database.killBackend()
    }
    await seeProgress(ledger)
    writing.abort()
    await Promise.all(writers)
    assert.deepEqual(await Promise.all(workers.map((worker) => worker.end('SIGTERM'))), [0, 0])
    // Taken by workers who never got to know it: they gave back all that they knew of.
    await endLeases(ledger.service.db, await heldByTheDead(ledger.service.db))
    await startSender(ledger.service)
    await settle(ledger)

    const told = new Set(taken(ledger).map(({ path }) => path))
    assert.ok(acknowledged.length > 50)
    assert.deepEqual(
      acknowledged.filter((path) => !told.has(path)),
      [],
    )
    await assertComplete(ledger)
  })
})

/** Until more is told: what a worker had taken without getting to know it may be in the way, as long as it is leased. */
async function seeProgress(ledger: Ledger): Promise<void> {
  const before = taken(ledger).length
  await eventually(() => taken(ledger).length > before + 50, { withinSeconds: 65 })
}

/** A change that fails may have been stored all the same. */
async function writeUntil(signal: AbortSignal, ledger: Ledger, way: string, acknowledged: string[]): Promise<void> {
  const { service, datasetId } = ledger
  for (let n = 0; !signal.aborted; n += 1) {
    const [path, localizedNames] = [`${way}${n}`, inEnglish('any')]
    const isOneStatement = way === 'statement'
    const written = service.doWork(
      acme,
      async (work) => {
        if (isOneStatement) await putValue(work, { datasetId, path, localizedNames })
        else await putValues(work, datasetId, [{ code: path, localized_names: localizedNames }])
      },
      { isOneStatement },
    )
    await written.then(
      () => acknowledged.push(path),
      () => delay(50),
    )
    await delay(2)
  }
}

/** A PostgreSQL of this test alone, with everything on that keeps what was committed. */
async function openCrashingServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossier-crash-'))
  const settings = { shared_buffers: '32MB', max_connections: '60' }
  let server: EmbeddedServer = await startEmbedded({ dataDir, settings })
  const { connection } = server
  await query(connection, `CREATE DATABASE ${TEMPLATE}`)
  await migrate({ ...connection, database: TEMPLATE })
  return {
    connection,
    /** As `pg_ctl restart -m immediate` does: no goodbye, no checkpoint. */
    async restartAtOnce(): Promise<void> {
      const pid = findServerPid(join(dataDir, 'postgres')) ?? 0
      process.kill(pid, 'SIGQUIT')
      await eventually(() => !isAlive(pid))
      await server.stop()
      server = await startEmbedded({ dataDir, settings })
    },
    /** The server takes the death of one of its processes for a broken memory: it ends all others and recovers. */
    async killBackend(): Promise<void> {
      const busy = `SELECT pid FROM pg_stat_activity WHERE application_name = 'dossier' ORDER BY query_start DESC LIMIT 1`
      const [backend] = await query(connection, busy)
      process.kill(backend?.pid ?? 0, 'SIGKILL')
      await eventually(() => query(connection, 'SELECT 1').catch(() => false), { withinSeconds: 30 })
    },
    async close(): Promise<void> {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function query(connection: EmbeddedServer['connection'], text: string): Promise<{ pid?: number }[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
