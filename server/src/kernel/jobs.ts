import type { Permission } from '#kernel/access/permission.ts'
import type { Disposer } from '#kernel/disposer.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Collector } from '#kernel/personal-data/collector.ts'
import type { Eraser } from '#kernel/personal-data/eraser.ts'
import type { DoWork, Work } from '#kernel/work.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import * as platform from '#platform/jobs/define-job.ts'
import type * as queue from '#platform/jobs/job-queue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import type { LongTermSeals } from '#platform/seal/long-term/long-term-seals.ts'

/** What a job may use. It opens its own work: one or many. */
export type JobDeps = {
  db: Db
  doWork: DoWork
  clock: Clock
  mailer: Mailer
  blobs: Blobs
  pdfWorkers: PdfWorkers
  keyring: Keyring
  /** Calls to other services. */
  outbound: Outbound
  /** The folder below which carriers fetch their files; undefined when the operator named none. */
  carrierRoot?: string | undefined
  /** How large a single file may be. */
  maxFileBytes: number
  /** How long events are kept; undefined for ever. */
  eventRetentionDays?: number | undefined
  /** Those of these keys of blobs that some row names. */
  namedBlobs(db: Db, keys: string[]): Promise<Set<string>>
  /** How resources of each kind go when their retention is over. */
  disposers: ReadonlyMap<HeldType, Disposer>
  /** How each module answers what it keeps about a person. */
  collectors: readonly Collector[]
  /** How what is kept about a person goes, in the order in which it does. */
  erasers: readonly Eraser[]
  /** What documents of the client of a work are sealed with. */
  sealingIdentity(work: Work): Promise<SealIdentity>
  /** The addresses of the managers of a client who hold a permission. */
  mailboxesFor(clientId: string, permission: Permission): Promise<string[]>
  /** How people reach the service, for links in mails. */
  publicUrl: string
  /** Gets a timestamp token for a seal from the authority that the operator named; undefined when there is none. */
  timestamp?: ((signature: Buffer) => Promise<Buffer>) | undefined
  /** Adds validation data and document timestamps to seals; undefined when the operator wants a lower level. */
  longTermSeals?: LongTermSeals | undefined
}

export type JobContext = JobDeps & { signal: AbortSignal }
export type JobDefinition<Data extends object> = platform.JobDefinition<Data, JobDeps>
export type AnyJob = platform.AnyJob<JobDeps>
export type JobQueue = queue.JobQueue<JobDeps>

/** Defines a job of the product. */
export function defineJob<Data extends object>(
  name: string,
  run: JobDefinition<Data>['run'],
  options?: platform.JobOptions,
): JobDefinition<Data> {
  return platform.defineJob(name, run, options)
}
