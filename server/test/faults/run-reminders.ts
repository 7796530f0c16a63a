import { unitOfWork } from '#kernel/unit-of-work.ts'
import { remindManagers } from '#modules/notes/jobs.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { systemClock } from '#platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { openLog } from '#platform/log.ts'
import { smtpMailer } from '#platform/mail/smtp-mailer.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { testKeyring } from '#test/harness/keyring.ts'

/** A worker that reminds managers and nothing else, with the job and the queue of the service: it is there sooner. */
export type ReminderOrder = { connection: DatabaseAddress; smtpUrl: string }

const { connection, smtpUrl }: ReminderOrder = JSON.parse(process.argv[2] ?? '')
const { db, pool, close } = openDatabase(connection, { poolSize: 6 })
const mailer = smtpMailer({ url: smtpUrl, from: 'Dossier <no-reply@localhost>' })
const queue = await openJobQueue(pool, [remindManagers], { isWorker: true, log: openLog('silent') })
await queue.work({
  db,
  clock: systemClock,
  mailer,
  blobs: {} as Blobs,
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
  await mailer.close()
  await close()
  process.exit()
})
process.stdout.write('ready\n')
