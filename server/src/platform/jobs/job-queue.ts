import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { answeredWithin } from '#platform/db/connections/answer-limit.ts'
import type { Db } from '#platform/db/db.ts'
import type { PendingJob } from '#platform/db/work.ts'
import type { Log } from '#platform/log.ts'
import type { Span, Tracing } from '#platform/tracing.ts'
import type { AnyJob } from './define-job.ts'
import { watchQueues } from './due-queues.ts'
import { JOBS_SCHEMA } from './install.ts'
import type { JobMeter } from './job-meter.ts'

/** A worker that died is noticed once a heartbeat is overdue, at the next round of the supervisor. */
export type Supervision = { heartbeatSeconds: number; roundSeconds: number }
const SUPERVISION: Supervision = { heartbeatSeconds: 15, roundSeconds: 5 }
/** Of each worker by itself; `watchQueues` wakes it long before. */
const BACKSTOP_SECONDS = 60
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export type JobQueue<Deps> = {
  /** Stores jobs in the transaction of `db`. */
  insert(db: Db, jobs: PendingJob[]): Promise<void>
  /** Starts to run jobs and schedules in this process. */
  work(deps: Deps): Promise<void>
  /** What waits and runs, by name; costs little, however many jobs there are. */
  depths(): Promise<JobDepth[]>
  /** How every job does: what waits, runs, was given up within a day, and since when something could have begun. */
  health(): Promise<JobHealth[]>
  /** Waits for the running jobs, and returns to the queue those that do not end in time. */
  stop(graceSeconds: number): Promise<void>
}

/** How many wait (up to `MAX_COUNTED`) and run (as of some seconds ago), and how long the next one could have begun. */
export type JobDepth = { name: string; waiting: number; active: number; oldestSeconds: number }

export type JobHealth = {
  name: string
  waiting: number
  active: number
  failed: number
  oldest_waiting_at: Date | null
}

export type JobQueueOptions = {
  isWorker: boolean
  log: Log
  supervision?: Supervision | undefined
  meter?: JobMeter | undefined
  tracing?: Tracing | undefined
}

export async function openJobQueue<Deps>(
  pool: pg.Pool,
  jobs: readonly AnyJob<Deps>[],
  { isWorker, log, supervision = SUPERVISION, meter, tracing }: JobQueueOptions,
): Promise<JobQueue<Deps>> {
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: supervision.roundSeconds,
    monitorIntervalSeconds: supervision.roundSeconds,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs.failed'))
  await boss.start()
  await declareQueues(
    boss,
    jobs.map((job) => ({ name: job.name, options: queueOptions(job, supervision) })),
  )
  let watched: ReturnType<typeof watchQueues> | undefined

  return {
    async insert(db, pending) {
      const inTransaction = {
        async executeSql(text: string, values: unknown[] = []) {
          const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
          return { rows }
        },
      }
      const traceparent = tracing?.traceparent()
      const continued: Continued = traceparent === undefined ? {} : { traceparent }
      for (const [name, jobs] of Map.groupBy(pending, (one) => one.name)) {
        const rows = jobs.map(({ data, startAt }) => ({
          data: { ...data, ...continued },
          ...(startAt ? { startAfter: startAt } : {}),
        }))
        await boss.insert(name, rows, { db: inTransaction })
      }
    },
    async work(deps) {
      await declareSchedules(boss, jobs)
      const wakers = new Map(jobs.map((job) => [job.name, workersOf(boss, job, deps, { log, meter, tracing })]))
      const names = [...wakers.keys()]
      watched = watchQueues(pool, names, (name) => wakers.get(name)?.wake(), log)
    },
    async depths() {
      const { rows } = await pool.query<JobDepth>(DEPTHS)
      return rows
    },
    async health() {
      const { rows } = await pool.query<JobHealth>(`
        SELECT name, count(*) FILTER (WHERE state IN ('created', 'retry'))::integer AS waiting,
          count(*) FILTER (WHERE state = 'active')::integer AS active,
          count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day')::integer AS failed,
          min(start_after) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now()) AS oldest_waiting_at
        FROM ${JOBS_SCHEMA}.job WHERE state < 'completed' OR state = 'failed' GROUP BY name`)
      const found = new Map(rows.map((row) => [row.name, row]))
      const idle = { waiting: 0, active: 0, failed: 0, oldest_waiting_at: null }
      return jobs.map(({ name }) => found.get(name) ?? { name, ...idle }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async stop(graceSeconds) {
      await watched?.stop()
      await boss.stop({ graceful: true, close: false, timeout: graceSeconds * 1000 })
    },
  }
}

const MAX_COUNTED = 10_000

/** Along the index of what waits; how many run is what the queue's supervisor has counted last. It has queues of its own. */
export const DEPTHS = `
  SELECT queue.name, waiting.count AS waiting, queue.active_count AS active,
    coalesce(greatest(0, extract(epoch FROM now() - oldest.start_after)), 0)::float8 AS "oldestSeconds"
  FROM ${JOBS_SCHEMA}.queue
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count FROM (
      SELECT FROM ${JOBS_SCHEMA}.job WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked
      LIMIT ${MAX_COUNTED}) AS one
  ) AS waiting
  LEFT JOIN LATERAL (
    SELECT start_after FROM ${JOBS_SCHEMA}.job
    WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now()
    ORDER BY priority DESC, created_on LIMIT 1
  ) AS oldest ON true
  WHERE queue.name NOT LIKE '\\_\\_%'`

/** The workers of a job in this process, which start when its first one is due. */
function workersOf<Deps>(boss: PgBoss, job: AnyJob<Deps>, deps: Deps, watch: Watch) {
  const workers: string[] = []

  async function start(): Promise<void> {
    const worker = await boss.work(job.name, { pollingIntervalSeconds: BACKSTOP_SECONDS }, async ([one]) => {
      // More jobs may wait: look for the next one at once, and not after the pause.
      boss.notifyWorker(worker)
      await runLogged(job, one as RunningJob | undefined, deps, watch)
    })
    workers.push(worker)
  }

  return {
    async wake(): Promise<void> {
      for (const worker of workers) boss.notifyWorker(worker)
      while (workers.length < job.concurrency) await start()
    },
  }
}

/** Creates the queues that are missing and changes those whose options differ: usually one query finds that none does. */
async function declareQueues(boss: PgBoss, declared: { name: string; options: QueueOptions }[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, options } of declared) {
    const known = queues.get(name)
    if (known && isDeepStrictEqual({ ...known, ...options }, known)) continue
    if (known) await boss.updateQueue(name, options)
    else await boss.createQueue(name, options)
    // It remembers the queues that were there at its start, and others once they are asked for. Asking for one later,
    // from within a transaction, would take a second connection, and there may be none left.
    await boss.getJobById(name, NO_JOB)
  }
}

/** Changes the schedules that differ from what the jobs say, in the same way. */
async function declareSchedules(boss: PgBoss, jobs: readonly AnyJob<never>[]): Promise<void> {
  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { name, schedule } of jobs) {
    if (schedules.get(name) === schedule) continue
    if (schedule === undefined) await boss.unschedule(name)
    else await boss.schedule(name, schedule)
  }
}

type QueueOptions = ReturnType<typeof queueOptions>

function queueOptions(job: AnyJob<never>, { heartbeatSeconds }: Supervision) {
  return {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: 86_400,
  }
}

/** Who is told of each run. */
type Watch = { log: Log; meter: JobMeter | undefined; tracing: Tracing | undefined }

/** What a job carries beside its data: the step of a trace that has put it on the queue. */
type Continued = { traceparent?: string }

type RunningJob = { id: string; data: Continued; signal: AbortSignal }

async function runLogged<Deps>(
  job: AnyJob<Deps>,
  running: RunningJob | undefined,
  deps: Deps,
  { log, meter, tracing }: Watch,
): Promise<void> {
  if (!running) return
  const { signal, id } = running
  const { traceparent, ...data } = running.data ?? {}
  const span = tracing?.begin(`job ${job.name}`, {
    kind: 'consumer',
    facts: { 'dossier.job': job.name, 'dossier.job_id': id },
    traceparent,
  })
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  const facts = () => ({ job: job.name, job_id: id, duration_ms: Math.round(elapsedMs()), ...traceFacts(span) })
  const run = () => answeredWithin(job.timeoutSeconds * 1000, () => job.run(data, { ...deps, signal }))
  try {
    await (tracing && span ? tracing.run(span, run) : run())
    meter?.ran(job.name, 'completed', elapsedMs())
    log.info(facts(), 'job.completed')
    span?.end()
  } catch (error) {
    meter?.ran(job.name, signal.aborted ? 'stopped' : 'failed', elapsedMs())
    log.error({ ...facts(), err: error }, 'job.failed')
    span?.end((error as Error).name)
    throw withoutValues(error)
  }
}

/** What the queue keeps of an error. Its properties and its message may have values of rows: the log says what is needed. */
function withoutValues(error: unknown): Error {
  const { name, code } = error as { name?: unknown; code?: unknown }
  const kept = new Error(typeof code === 'string' ? `${name ?? 'Error'} ${code}` : `${name ?? 'Error'}`)
  delete kept.stack
  return kept
}

function traceFacts(span: Span | undefined): object {
  return span ? { trace_id: span.traceId } : {}
}
