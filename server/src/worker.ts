import type { Registry } from 'prom-client'
import type { Disposer } from '#kernel/disposer.ts'
import type { AnyJob, JobQueue } from '#kernel/jobs.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Collector } from '#kernel/personal-data/collector.ts'
import type { DoWork, Work } from '#kernel/work.ts'
import { ChainWriter } from '#modules/audit/index.ts'
import { listManagerEmails } from '#modules/directory/index.ts'
import { ERASERS, MODULES } from '#modules/index.ts'
import { recordingMailer } from '#modules/mails/index.ts'
import { sealingIdentity } from '#modules/signatures/index.ts'
import { callbackQueue, Dispatcher, openMeter } from '#modules/webhooks/index.ts'
import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Database, Db } from '#platform/db/db.ts'
import type { OutboxSignal } from '#platform/events/outbox-signal.ts'
import { expireIdempotencyKeys } from '#platform/http/idempotency/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { openLongTermSeals } from '#platform/seal/long-term/long-term-seals.ts'
import type { TimestampAuthority } from '#platform/seal/request-timestamp.ts'
import type { Tracing } from '#platform/tracing.ts'

/** Every job of the service, with its schedule if it has one. */
export const ALL_JOBS: readonly AnyJob[] = [
  sweepBlobs,
  expireIdempotencyKeys,
  ...MODULES.flatMap(({ jobs = [] }) => jobs),
]

const DISPOSERS: ReadonlyMap<HeldType, Disposer> = new Map(
  MODULES.flatMap(({ disposers = [] }) => disposers.map((one) => [one.resourceType, one])),
)

/** How each module answers what it keeps about a person. */
export const COLLECTORS: readonly Collector[] = MODULES.flatMap(({ personalData }) => personalData?.collectors ?? [])

/** What jobs of one feature have of others. */
export function partsOfFeatures(keyring: Keyring) {
  return {
    namedBlobs,
    disposers: DISPOSERS,
    collectors: COLLECTORS,
    erasers: ERASERS,
    sealingIdentity: (work: Work) => sealingIdentity(work, keyring),
  }
}

export type WorkerDeps = {
  db: Database
  doWork: DoWork
  jobs: JobQueue
  clock: Clock
  keyring: Keyring
  log: Log
  outboxSignal: OutboxSignal
  mailer: Mailer
  blobs: Blobs
  pdfWorkers: PdfWorkers
  metrics: Registry
  outbound: Outbound
  publicUrl: string
  tracing?: Tracing | undefined
  /** Whether receivers of callbacks are told how to continue a trace. */
  tellsTrace?: boolean
  maxFileBytes: number
  eventRetentionDays?: number | undefined
  carrierRoot?: string | undefined
  /** What seals get beside the signature, if anything. */
  sealing?: Sealing | undefined
}

export type Sealing = { level: 'B-T' | 'B-LT' | 'B-LTA'; authority: TimestampAuthority; renewalDays: number }

/** Half of the ten seconds in which a service stops. */
const GRACE_SECONDS = 5

/** Everything that goes on by itself: jobs, the sending of callbacks, and the chains of the audit trail. Answers how to stop it. */
export async function startWorker(deps: WorkerDeps): Promise<() => Promise<void>> {
  const { db, jobs, outboxSignal: news, metrics, sealing } = deps
  await jobs.work({
    ...deps,
    mailer: recordingMailer(deps.mailer, deps),
    mailboxesFor: (clientId, permission) => listManagerEmails(db, clientId, permission),
    ...partsOfFeatures(deps.keyring),
    ...(sealing && sealingDeps(deps, sealing)),
  })
  const dispatcher = new Dispatcher({ ...deps, queue: callbackQueue(db), meter: openMeter(metrics) })
  const chainWriter = new ChainWriter(deps)
  const stopListening = news.listen(() => {
    dispatcher.wake()
    chainWriter.wake()
  })
  return async () => {
    const stopped = [dispatcher.stop(GRACE_SECONDS * 1000), jobs.stop(GRACE_SECONDS)]
    await Promise.all([stopListening(), ...stopped])
    // What the last callbacks and jobs wrote down goes into its chain as well, or waits for the next worker.
    await chainWriter.stop()
  }
}

function sealingDeps(deps: WorkerDeps, { level, authority, renewalDays }: Sealing) {
  async function timestamp(signature: Buffer): Promise<Buffer> {
    // Loaded with the first timestamp: its libraries would take a tenth of a second of every start.
    const { requestTimestamp } = await import('#platform/seal/request-timestamp.ts')
    return requestTimestamp(deps, authority, signature)
  }
  if (level === 'B-T') return { timestamp }
  const options = { roots: authority.roots, renewalDays, ...(level === 'B-LTA' && { timestamp }) }
  return { timestamp, longTermSeals: openLongTermSeals(deps, options) }
}

/** Which tables name blobs, in the order in which they are asked; the sweep removes what none of them does. */
export const BLOB_NAMES: readonly BlobNames[] = MODULES.flatMap(({ blobs = [] }) => blobs)

export async function namedBlobs(db: Db, keys: string[]): Promise<Set<string>> {
  return new Set((await Promise.all(BLOB_NAMES.map((one) => one.among(db, keys)))).flat())
}
