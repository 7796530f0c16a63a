import type pg from 'pg'
import { Registry } from 'prom-client'
import type { JobQueue } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrate.ts'
import { unitOfWork } from '#kernel/unit-of-work.ts'
import type { DoWork } from '#kernel/work.ts'
import { restrictAuditTrail } from '#modules/audit/index.ts'
import { MODULES } from '#modules/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { A_DAY_MS, answeredWithin } from '#platform/db/connections/answer-limit.ts'
import { untilAccepted } from '#platform/db/connections/connect-at-start.ts'
import { type Database, type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import { bindCiphertexts } from '#platform/db/encryption/bind-ciphertexts.ts'
import { checkSecretKey, type SecretKeys } from '#platform/db/encryption/check-secret-key.ts'
import { reportKeyUse } from '#platform/db/encryption/key-use.ts'
import { openReadMeter, openReplica } from '#platform/db/replica/open-replica.ts'
import type { Replica } from '#platform/db/replica/replica.ts'
import { type OutboxSignal, openOutboxSignal } from '#platform/events/outbox-signal.ts'
import { idempotentAnswerColumn } from '#platform/http/idempotency/queries.ts'
import { type ImageWorker, openImageWorker } from '#platform/image/image-worker.ts'
import { openJobMeter } from '#platform/jobs/job-meter.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { type Log, logDestination, openLog } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { measuredMailer } from '#platform/mail/measured-mailer.ts'
import { checkFontFiles } from '#platform/pdf/fonts/check-font-files.ts'
import { openPdfWorkers, type PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Tracing } from '#platform/tracing.ts'
import { type Config, listOf } from './config.ts'
import { checkBlobUrl, openBlobs } from './open-blobs.ts'
import { openMailer } from './open-mailer.ts'
import { examineReadAddress, openStorage, readSecretKeys, type Storage } from './storage.ts'
import { ALL_JOBS } from './worker.ts'

/** What every part of a running service, and every command, is made from. */
export type Deps = {
  config: Config
  /** Where each connection has a session of its own. */
  directAddress: DatabaseAddress
  /** Resolves with the reason if the embedded database was given up. */
  databaseLost: Promise<StartRefused>
  log: Log
  clock: Clock
  keyring: Keyring
  db: Database
  pool: pg.Pool
  /** What calls may read from besides. */
  replica: Replica | undefined
  jobs: JobQueue
  doWork: DoWork
  outboxSignal: OutboxSignal
  mailer: Mailer
  blobs: Blobs
  pdfWorkers: PdfWorkers
  images: ImageWorker
  /** What this process counts. */
  metrics: Registry
  /** Undefined unless traces are exported. */
  tracing: Tracing | undefined
  close(): Promise<void>
}

/** All that is stored encrypted, and by which row. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...MODULES.flatMap(({ encryptedColumns = [] }) => encryptedColumns),
  idempotentAnswerColumn,
]

/** What jobs carry encrypted. */
export const ENCRYPTED_JOB_FIELDS = MODULES.flatMap(({ encryptedJobFields = [] }) => encryptedJobFields)

type Options = {
  isService: boolean
  /** Told of each step. */
  say?: (step: string) => void
}

/** Opens the database, brings it up to date, and builds the parts on it. */
export async function openDeps(config: Config, { isService, say = () => {} }: Options): Promise<Deps> {
  const log = openLog(config.LOG_LEVEL, logDestination(config.LOG_FORMAT))
  const fontFiles = await fontFilesOf(config)
  await checkBlobUrl(config)
  const storage = await openStorage(config, { mayShare: !isService, say })
  const opened = [storage.close]
  const close = async () => {
    for (const one of opened.toReversed()) await one()
  }
  try {
    const database = await openMigrated(config, storage, { isService, say })
    opened.push(database.close)
    const { db, pool, keyring, tracing } = database
    await answeredWithin(A_DAY_MS, () => startModules(db))
    const isWorker = isService && config.ROLE !== 'api'
    const metrics = new Registry()
    const replica = isService ? await replicaOf(config, { storage, db, tracing, metrics }) : undefined
    opened.push(async () => replica?.close())
    const mailer = measuredMailer(await openMailer(config), metrics)
    const blobs = await openBlobs(config, keyring, metrics)
    const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker, log, meter: openJobMeter(metrics), tracing })
    const clock = systemClock
    const outboxSignal = openOutboxSignal(storage.directAddress, pool)
    const doWork = unitOfWork({ db, clock, insertJobs: jobs.insert, notifyOutbox: outboxSignal.notify, tracing })
    const pdfWorkers = openPdfWorkers({ fontFiles })
    const images = openImageWorker()
    const stopReporting = reportKeyUse(db, keyring, log)
    opened.push(
      () => images.close(),
      () => pdfWorkers.close(),
      () => mailer.close(),
      () => jobs.stop(5),
      async () => stopReporting(),
    )
    const { directAddress, lost: databaseLost } = storage
    const parts = {
      directAddress,
      databaseLost,
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
    }
    return { config, ...parts, replica, pdfWorkers, images, metrics, tracing, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openMigrated(config: Config, storage: Storage, { isService, say }: Required<Options>) {
  const secretKeys = await readSecretKeys(config)
  const { applied } = await migrate(storage.directAddress)
  say(applied.length > 0 ? `Schema migrated (${applied.length} migrations)` : 'Schema is up to date')
  const tracing = isService ? await tracingOf(config) : undefined
  const { db, pool, ...database } = openDatabase(storage.databaseAddress, {
    poolSize: config.DATABASE_POOL,
    hasOwnSessions: storage.hasOwnSessions,
    tracing,
  })
  const close = async () => {
    await database.close()
    await tracing?.close()
  }
  try {
    // Others may have taken the connection that the migrations gave back.
    await untilAccepted(async () => (await pool.connect()).release())
    await restrictAuditTrail(pool, storage.directAddress)
    const keyring = await answeredWithin(A_DAY_MS, () => openKeyringFor(db, secretKeys))
    return { db, pool, keyring, tracing, close }
  } catch (error) {
    await close()
    throw error
  }
}

type ReplicaDeps = { storage: Storage; db: Database; tracing: Tracing | undefined; metrics: Registry }

async function replicaOf(config: Config, { storage, db, tracing, metrics }: ReplicaDeps) {
  const count = openReadMeter(metrics)
  const found = await examineReadAddress(config, storage)
  if (!found) return undefined
  const { address, hasOwnSessions } = found
  return openReplica(db, address, {
    poolSize: config.DATABASE_POOL,
    hasOwnSessions,
    tracing,
    count,
  })
}

async function startModules(db: Database): Promise<void> {
  for (const { onStart } of MODULES) await onStart?.(db)
}

async function openKeyringFor(db: Database, secretKeys: SecretKeys): Promise<Keyring> {
  const { keyring, isBound } = await checkSecretKey(db, secretKeys)
  if (!isBound) await bindCiphertexts(db, keyring, ENCRYPTED_COLUMNS)
  return keyring
}

/** The libraries are loaded only by a service that exports traces. */
async function tracingOf(config: Config): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio, WEBHOOK_TRACEPARENT } = config
  if (endpoint === undefined) {
    if (!WEBHOOK_TRACEPARENT) return undefined
    throw new StartRefused('WEBHOOK_TRACEPARENT needs OTEL_EXPORTER_OTLP_ENDPOINT.')
  }
  const { openTracing } = await import('#platform/telemetry/open-tracing.ts')
  return openTracing({ endpoint, ratio: Number(ratio) })
}

async function fontFilesOf({ FONT_FILES }: Config): Promise<string[]> {
  const paths = FONT_FILES === undefined ? [] : listOf(FONT_FILES)
  await checkFontFiles('FONT_FILES', paths)
  return paths
}
