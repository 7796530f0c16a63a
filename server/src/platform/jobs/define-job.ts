import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { DoWork, Work } from '#platform/db/work.ts'
import type { Permission } from '#platform/http/routes.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'

/** What a job may use. It opens its own work: one or many. `signal` says that the service wants to stop. */
export type JobContext = {
  db: Db
  doWork: DoWork
  clock: Clock
  mailer: Mailer
  blobs: Blobs
  keyring: Keyring
  /** Calls to other services. */
  outbound: Outbound
  /** The folder below which carriers fetch their files; undefined when the operator named none. */
  carrierRoot?: string | undefined
  /** How large a single file may be. */
  maxFileBytes: number
  /** Those of these keys of blobs that some row names. */
  namedBlobs(db: Db, keys: string[]): Promise<Set<string>>
  /** The addresses of the people of a client who may do something. */
  mailboxesFor(clientId: string, permission: Permission): Promise<string[]>
  /** How people reach the service, for links in mails. */
  publicUrl: string
  /** A token that says when something was sealed, from whoever the operator trusts with it; none when nobody is. */
  timestamp?: ((signature: Buffer) => Promise<Buffer>) | undefined
  signal: AbortSignal
}

/** What a job is called and what it is given: enough to put it on the queue. */
export type JobName<Data extends object> = {
  name: string
  /** Never there: it holds the type. */
  takes?: (data: Data) => void
}

/** For a job that is put on the queue by what it calls itself. */
export function jobName<Data extends object>(name: string): JobName<Data> {
  return { name }
}

export type JobDefinition<Data extends object> = JobName<Data> & {
  run: (data: Data, context: JobContext) => Promise<void>
  /** Cron in UTC, for a job that starts by itself. */
  schedule: string | undefined
  /** How often it is tried again after a failure, with growing waits. */
  retries: number
  /** After this it counts as lost, though its worker still lives. */
  timeoutSeconds: number
  /** How many a worker runs at once. */
  concurrency: number
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds jobs of every kind of data.
export type AnyJob = JobDefinition<any>

type Options = { schedule?: string; retries?: number; timeoutSeconds?: number; concurrency?: number }

export function defineJob<Data extends object>(
  name: string,
  run: JobDefinition<Data>['run'],
  { schedule, retries = 10, timeoutSeconds = 900, concurrency = 1 }: Options = {},
): JobDefinition<Data> {
  // A job that a stopping worker hands back counts as tried.
  if (retries < 1) throw new Error(`The job ${name} must be allowed to run again.`)
  return { name, run, schedule, retries, timeoutSeconds, concurrency }
}

/** Puts a job on the queue with the work: it exists only if the change does. */
export function enqueue<Data extends object>(
  work: Work,
  job: JobName<Data>,
  data: Data,
  startAt: Date | null = null,
): void {
  work.pendingJobs.push({ name: job.name, data, startAt })
}
