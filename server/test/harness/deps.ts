import { Registry } from 'prom-client'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { DemoEntry } from '#modules/auth/index.ts'
import type { Installation } from '#modules/system/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { checkSecretKey } from '#platform/db/encryption/check-secret-key.ts'
import { openReadMeter, openReplica } from '#platform/db/replica/open-replica.ts'
import { openOutboxSignal } from '#platform/events/outbox-signal.ts'
import { openImageWorker } from '#platform/image/image-worker.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log.ts'
import type { GuardOptions } from '#platform/outbound/guard.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { openPdfWorkers, type PdfWorkersOptions } from '#platform/pdf/workers/pdf-workers.ts'
import type { Tracing } from '#platform/tracing.ts'
import { buildApp } from '#src/app.ts'
import { ALL_JOBS, partsOfFeatures } from '#src/worker.ts'
import { testBlobs } from '#test/harness/files/blobs.ts'
import { sharedPdfWorkers } from '#test/harness/files/pdf-workers.ts'
import { testMail } from '#test/harness/mail/test-mail.ts'
import { testKeyring as keyring, SECRET_KEY } from './keyring.ts'

type Options = {
  clock: Clock
  log: Log
  guard?: Partial<GuardOptions>
  isWorker?: boolean
  callsPerMinute?: number
  demoEntry?: DemoEntry
  /** How mails leave, as the portal tells it. */
  mail?: Installation['mail']
  pdf?: PdfWorkersOptions
  tracing?: Tracing | undefined
  /** A replica of the database. */
  readAddress?: DatabaseAddress
}

const aTestInstallation: Installation = {
  version: '0.0.0-test',
  startedAt: new Date('2026-01-01T00:00:00Z'),
  mail: 'folder',
  storage: 'disk',
  scanner: undefined,
}

async function replicaOf(db: Database, address: DatabaseAddress, metrics: Registry) {
  // Where it is marked is what a start of the service makes.
  await checkSecretKey(db, { current: SECRET_KEY, accepted: [] })
  return openReplica(db, address, { poolSize: 10, hasOwnSessions: true, count: openReadMeter(metrics) })
}

/** The parts of the service on a database, and the service itself without a port. */
export async function openTestDeps(
  connection: DatabaseAddress,
  {
    clock,
    log,
    guard = {},
    isWorker = false,
    callsPerMinute,
    demoEntry,
    mail = 'folder',
    pdf,
    tracing,
    ...more
  }: Options,
) {
  const { db, pool, close } = openDatabase(connection, { poolSize: 10, tracing })
  const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker, log, tracing })
  const outboxSignal = openOutboxSignal(connection, pool)
  const doWork = unitOfWork({ db, clock, insertJobs: jobs.insert, notifyOutbox: outboxSignal.notify, tracing })
  const metrics = new Registry()
  const replica = more.readAddress && (await replicaOf(db, more.readAddress, metrics))
  const outbound = openOutbound({ allowPrivate: true, ...guard })
  const pdfWorkers = pdf ? openPdfWorkers(pdf) : sharedPdfWorkers()
  const images = openImageWorker()
  const deps = {
    db,
    pdfWorkers,
    images,
    pool,
    replica,
    doWork,
    jobs,
    clock,
    keyring,
    log,
    outboxSignal,
    metrics,
    outbound,
    tracing,
    ...testMail(),
    ...testBlobs(),
    ...partsOfFeatures(keyring),
  }
  const http = {
    trustProxy: false as const,
    metricsToken: undefined,
    maxFileBytes: 4 * 1024 * 1024,
    callsPerMinute: callsPerMinute ?? 600_000,
    installation: { ...aTestInstallation, mail },
    demoEntry,
  }
  const { proxy: app, revoke } = Proxy.revocable(await buildApp({ ...deps, ...http }), {})
  return {
    ...deps,
    ...http,
    app,
    /** Lets the routes go, which are large, though a test file still names the service: modules stay to the end of the process. */
    forgetApp: revoke,
    async close() {
      await app.close()
      await outbound.close()
      if (pdf) await pdfWorkers.close()
      await images.close()
      await jobs.stop(1)
      deps.removeMails()
      deps.removeBlobs()
      await replica?.close()
      await close()
    },
  }
}
