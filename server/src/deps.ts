import type pg from 'pg'
import { Registry } from 'prom-client'
import type { JobQueue } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrate.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { DoWork } from '#kernel/work.ts'
import { MODULES } from '#modules/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import { type Keyring, openKeyring } from '#platform/crypto/keyring.ts'
import { untilAccepted } from '#platform/db/connections/connect-at-start.ts'
import { type Database, type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { bindCiphertexts } from '#platform/db/encryption/bind-ciphertexts.ts'
import { checkSecretKey } from '#platform/db/encryption/check-secret-key.ts'
import { type OutboxSignal, openOutboxSignal } from '#platform/events/outbox-signal.ts'
import { idempotentAnswerColumn } from '#platform/http/idempotency/queries.ts'
import { type ImageWorker, openImageWorker } from '#platform/image/image-worker.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { type Log, logDestination, openLog } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { checkFontFiles } from '#platform/pdf/fonts/check-font-files.ts'
import { openPdfWorkers, type PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { type Config, listOf } from './config.ts'
import { openBlobs } from './open-blobs.ts'
import { openMailer } from './open-mailer.ts'
import { openStorage, readSecretKey } from './storage.ts'
import { ALL_JOBS } from './worker.ts'

/** What every part of a running service, and every command, is made from. */
export type Deps = {
  config: Config
  /** Where each connection has a session of its own. */
  directAddress: DatabaseAddress
  log: Log
  clock: Clock
  keyring: Keyring
  db: Database
  pool: pg.Pool
  jobs: JobQueue
  doWork: DoWork
  outboxSignal: OutboxSignal
  mailer: Mailer
  blobs: Blobs
  pdfWorkers: PdfWorkers
  images: ImageWorker
  /** What this process counts. */
  metrics: Registry
  close(): Promise<void>
}

/** All that is stored encrypted, and by which row. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...MODULES.flatMap(({ encryptedColumns = [] }) => encryptedColumns),
  idempotentAnswerColumn,
]

type Options = {
  isService: boolean
  /** Told of each step. */
  say?: (step: string) => void
}

/** Opens the database, brings it up to date, and builds the parts on it. */
export async function openDeps(config: Config, { isService, say = () => {} }: Options): Promise<Deps> {
  const log = openLog(config.LOG_LEVEL, logDestination(config.LOG_FORMAT))
  const fontFiles = await fontFilesOf(config)
  const storage = await openStorage(config, { mayShare: !isService, say })
  try {
    const keyring = openKeyring(await readSecretKey(config))
    const { applied } = await migrate(storage.directAddress)
    say(applied.length > 0 ? `Schema migrated (${applied.length} migrations)` : 'Schema is up to date')
    const { db, pool, close } = openDatabase(storage.databaseAddress, {
      poolSize: config.DATABASE_POOL,
      hasOwnSessions: storage.hasOwnSessions,
    })
    // Others may have taken the connection that the migrations gave back.
    await untilAccepted(async () => (await pool.connect()).release())
    const { isBound } = await checkSecretKey(db, keyring)
    if (!isBound) await bindCiphertexts(db, keyring, ENCRYPTED_COLUMNS)
    for (const { onStart } of MODULES) await onStart?.(db)
    const isWorker = isService && config.ROLE !== 'api'
    const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker, log })
    const clock = systemClock
    const outboxSignal = openOutboxSignal(storage.directAddress, pool)
    const doWork = unitOfWork({ db, clock, insertJobs: jobs.insert, notifyOutbox: outboxSignal.notify })
    const mailer = await openMailer(config)
    const blobs = await openBlobs(config, keyring)
    const pdfWorkers = openPdfWorkers({ fontFiles })
    const images = openImageWorker()
    const metrics = new Registry()
    return {
      config,
      directAddress: storage.directAddress,
      log,
      clock,
      keyring,
      db,
      pool,
      jobs,
      doWork,
      outboxSignal,
      mailer,
      blobs,
      pdfWorkers,
      images,
      metrics,
      async close() {
        await jobs.stop(5)
        await mailer.close()
        await pdfWorkers.close()
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

async function fontFilesOf({ FONT_FILES }: Config): Promise<string[]> {
  const paths = FONT_FILES === undefined ? [] : listOf(FONT_FILES)
  await checkFontFiles('FONT_FILES', paths)
  return paths
}
