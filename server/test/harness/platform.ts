import { after } from 'node:test'
import type { AnyJob } from '#kernel/jobs.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openJobQueue, type Supervision } from '#platform/jobs/job-queue.ts'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { openPdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { testBlobs } from '#test/harness/files/blobs.ts'
import { testMail } from '#test/harness/mail/test-mail.ts'
import { testKeyring } from './keyring.ts'

/** A caller of a client that no table knows: the platform does not ask. */
export const caller = {
  client: { id: 'acme', languages: ['en-us'] },
  actor: { type: 'application', id: 'payroll', name: 'Payroll' },
} as const

/** A database with queues for these jobs, and no feature on it. Everything closes when the test file ends. */
export async function startPlatform(jobs: AnyJob[] = [], supervision?: Supervision) {
  const database = await createDatabase()
  const { db, pool, close } = openDatabase(database.connection, { poolSize: 5 })
  const log = openLog('silent')
  const queue = await openJobQueue(pool, jobs, { isWorker: false, log, supervision })
  after(async () => {
    await queue.stop(1)
    await close()
    await database.drop()
  })
  const doWork = unitOfWork({ db, clock: systemClock, insertJobs: queue.insert })
  return { connection: database.connection, db, pool, queue, doWork }
}

/** A process that runs these jobs on a database: a pool and a worker of its own. */
export async function startWorker(connection: DatabaseAddress, jobs: AnyJob[], supervision?: Supervision) {
  const { db, pool, close } = openDatabase(connection, { poolSize: 5 })
  const log = openLog('silent')
  const queue = await openJobQueue(pool, jobs, { isWorker: true, log, supervision })
  const mail = testMail()
  const files = testBlobs()
  const outbound = openOutbound({ allowPrivate: true })
  const pdfWorkers = openPdfWorkers()
  await queue.work({
    db,
    doWork: unitOfWork({ db, clock: systemClock, insertJobs: queue.insert }),
    clock: systemClock,
    keyring: testKeyring,
    outbound,
    pdfWorkers,
    maxFileBytes: 4 * 1024 * 1024,
    ...mail,
    ...files,
    ...partsOfFeatures(testKeyring),
  })
  return {
    async stop(graceSeconds = 1) {
      await queue.stop(graceSeconds)
      await outbound.close()
      await pdfWorkers.close()
      mail.removeMails()
      files.removeBlobs()
      await close()
    },
  }
}
