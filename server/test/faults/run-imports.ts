import { unitOfWork } from '#kernel/unit-of-work.ts'
import { importDataset, importManagers } from '#modules/imports/jobs.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { openLog } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { testKeyring } from '#test/harness/keyring.ts'

/** A worker that runs imports and nothing else, with the jobs and the queue of the service: it is there sooner. */
export type ImportOrder = { connection: DatabaseAddress; blobsFolder: string }

const { connection, blobsFolder }: ImportOrder = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = openDatabase(connection, { poolSize: 5 })
const queue = await openJobQueue(pool, [importDataset, importManagers], { isWorker: true, log: openLog('silent') })
await queue.work({
  db,
  clock: systemClock,
  blobs: diskBlobs(blobsFolder),
  mailer: {} as Mailer,
  doWork: unitOfWork({ db, clock: systemClock, insertJobs: queue.insert }),
  ...partsOfFeatures(testKeyring),
  mailboxesFor: async () => [],
  publicUrl: 'http://localhost:8080',
  keyring: testKeyring,
  outbound: {} as Outbound,
  pdfWorkers: {} as PdfWorkers,
  maxFileBytes: 1,
})
process.once('SIGTERM', async () => {
  await queue.stop(5)
  await close()
  process.exit()
})
process.stdout.write('ready\n')
