import type pg from 'pg'
import { Registry } from 'prom-client'
import { sharedTokenColumn } from '#modules/clients/index.ts'
import { completeAddresses } from '#modules/directory/index.ts'
import { carrierSecretsColumn } from '#modules/distributions/index.ts'
import { sealingKeyColumn } from '#modules/signatures/index.ts'
import { endpointKeyColumns } from '#modules/webhooks/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import { type Keyring, openKeyring } from '#platform/crypto/keyring.ts'
import { untilAccepted } from '#platform/db/connections/connect-at-start.ts'
import { type Connection, type OpenedDb, openDb } from '#platform/db/db.ts'
import { bindCiphertexts } from '#platform/db/encryption/bind-ciphertexts.ts'
import { checkSecretKey } from '#platform/db/encryption/check-secret-key.ts'
import { migrate } from '#platform/db/migrate.ts'
import { unitOfWork } from '#platform/db/unit-of-work.ts'
import type { DoWork } from '#platform/db/work.ts'
import { type News, openNews } from '#platform/events/outbox-signal.ts'
import { idempotentAnswerColumn } from '#platform/http/idempotency/queries.ts'
import { type ImageTool, openImageTool } from '#platform/image/image-worker.ts'
import { type JobQueue, openJobQueue } from '#platform/jobs/job-queue.ts'
import { type Log, openLog } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { openPdfTool, type PdfTool } from '#platform/pdf/workers/pdf-renderer.ts'
import { openBlobs } from './open-blobs.ts'
import { openMailer } from './open-mailer.ts'
import { openStorage, readSecretKey } from './storage.ts'
import { ALL_JOBS } from './worker.ts'

/** What every part of a running service, and every command, is made from. */
export type Parts = {
  config: Config
  connection: Connection
  log: Log
  clock: Clock
  keyring: Keyring
  db: OpenedDb
  pool: pg.Pool
  jobs: JobQueue
  doWork: DoWork
  news: News
  mailer: Mailer
  blobs: Blobs
  pdf: PdfTool
  images: ImageTool
  /** What this process counts. */
  metrics: Registry
  close(): Promise<void>
}

/** All that is stored encrypted, and by which row. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  sharedTokenColumn,
  carrierSecretsColumn,
  ...endpointKeyColumns,
  sealingKeyColumn,
  idempotentAnswerColumn,
]

/** Opens the database, brings it up to date, and builds the parts on it. */
export async function openParts(config: Config, { isService }: { isService: boolean }): Promise<Parts> {
  const log = openLog(config.LOG_LEVEL)
  const storage = await openStorage(config, { mayShare: !isService })
  try {
    const keyring = openKeyring(await readSecretKey(config))
    await migrate(storage.connection)
    const { db, pool, close } = openDb(storage.connection, { poolSize: config.DATABASE_POOL })
    // Others may have taken the connection that the migrations gave back.
    await untilAccepted(async () => (await pool.connect()).release())
    const { isBound } = await checkSecretKey(db, keyring)
    if (!isBound) await bindCiphertexts(db, keyring, ENCRYPTED_COLUMNS)
    await completeAddresses(db)
    const isWorker = isService && config.ROLE !== 'api'
    const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker, log })
    const clock = systemClock
    const news = openNews(storage.connection, pool)
    const doWork = unitOfWork({ db, clock, insertJobs: jobs.insert, onNews: news.tell })
    const mailer = await openMailer(config)
    const blobs = await openBlobs(config, keyring)
    const pdf = openPdfTool()
    const images = openImageTool()
    const metrics = new Registry()
    return {
      ...{
        config,
        connection: storage.connection,
        log,
        clock,
        keyring,
        db,
        pool,
        jobs,
        doWork,
        news,
        mailer,
        blobs,
        pdf,
        images,
        metrics,
      },
      async close() {
        await jobs.stop(5)
        await mailer.close()
        await pdf.close()
        await images.close()
        await close()
        await storage.close()
      },
    }
  } catch (error) {
    await storage.close()
    throw error
  }
}
