import type { AnyJob } from '#kernel/jobs.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { openLog } from '#platform/log.ts'
import { smtpMailer } from '#platform/mail/smtp-mailer.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { openPdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { testKeyring } from '#test/harness/keyring.ts'

/** A worker that does the jobs of one feature and nothing else, with the queue of the service: it is there sooner. */
export type FeatureOrder = {
  feature: keyof typeof JOBS
  connection: DatabaseAddress
  blobsFolder: string
  smtpUrl: string
  carrierRoot?: string
}

const JOBS = {
  governance: () => import('#modules/governance/disposals/jobs.ts'),
  erasure: () => import('#modules/governance/erasure/jobs.ts'),
  packages: () => import('#modules/governance/packages/jobs.ts'),
  bulk: () => import('#modules/bulk/jobs.ts'),
  distributions: () => import('#modules/distributions/jobs.ts'),
  signatures: () => import('#modules/signatures/jobs.ts'),
}

const { feature, connection, blobsFolder, smtpUrl, carrierRoot }: FeatureOrder = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = openDatabase(connection, { poolSize: 6 })
const mailer = smtpMailer({ url: smtpUrl, from: 'Dossier <no-reply@localhost>' })
const jobs: AnyJob[] = Object.values(await JOBS[feature]())
const queue = await openJobQueue(pool, jobs, { isWorker: true, log: openLog('silent') })
await queue.work({
  db,
  clock: systemClock,
  blobs: diskBlobs(blobsFolder),
  mailer,
  doWork: unitOfWork({ db, clock: systemClock, insertJobs: queue.insert }),
  ...partsOfFeatures(testKeyring),
  mailboxesFor: async () => [],
  publicUrl: 'http://localhost:8080',
  keyring: testKeyring,
  outbound: openOutbound({ allowPrivate: true }),
  pdfWorkers: openPdfWorkers(),
  carrierRoot,
  maxFileBytes: 4 * 1024 * 1024,
})
process.once('SIGTERM', async () => {
  await queue.stop(5)
  await mailer.close()
  await close()
  process.exit()
})
process.stdout.write('ready\n')
