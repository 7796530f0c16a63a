import type { Work } from '#platform/db/work.ts'

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

/** A job with what it may use: `Deps`, and a signal that says that the service wants to stop. */
export type JobDefinition<Data extends object, Deps> = JobName<Data> & {
  run: (data: Data, context: Deps & { signal: AbortSignal }) => Promise<void>
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
export type AnyJob<Deps> = JobDefinition<any, Deps>

export type JobOptions = { schedule?: string; retries?: number; timeoutSeconds?: number; concurrency?: number }

export function defineJob<Data extends object, Deps>(
  name: string,
  run: JobDefinition<Data, Deps>['run'],
  { schedule, retries = 10, timeoutSeconds = 900, concurrency = 1 }: JobOptions = {},
): JobDefinition<Data, Deps> {
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
