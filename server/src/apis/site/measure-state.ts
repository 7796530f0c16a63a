import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { pendingDepth } from '#kernel/audit/take-pending.ts'
import type { JobQueue } from '#kernel/jobs.ts'
import { queueDepth } from '#modules/webhooks/index.ts'
import { cacheFor } from '#platform/cache-for.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Replica } from '#platform/db/replica/replica.ts'
import { VERSION } from '#platform/package-root.ts'
import type { Readiness } from './readiness.ts'

export type StateDeps = {
  db: Db
  pool: pg.Pool
  replica?: Replica | undefined
  jobs: JobQueue
  clock: Clock
  readiness: Readiness
}

/** Monitoring must not slow down a queue that is too long already. */
const MAX_COUNTED = 50_000
/** Several gauges ask for the same, and perhaps several readers. */
const CACHE_MS = 1000
/** A scrape does not wait for a database that does not answer. */
const READ_WITHIN_MS = 2000

/** Tells, whenever it is asked, how this process and the queues of the database are. */
export function measureState(registry: Registry, deps: StateDeps): void {
  measureProcess(registry, deps)
  measureReplica(registry, deps)
  measureJobs(registry, deps)
  measureCallbacks(registry, deps)
  measureAudit(registry, deps)
}

function measureProcess(registry: Registry, { pool, readiness }: StateDeps): void {
  gauge(registry, {
    name: 'dossier_build_info',
    help: 'Always 1; the label tells the version.',
    labels: ['version'],
    read: (set) => set({ version: VERSION }, 1),
  })
  gauge(registry, {
    name: 'dossier_ready',
    help: 'Whether a check of /health/ready is passed: 1 or 0.',
    labels: ['check'],
    read: async (set) => {
      const { checks } = await readiness.state()
      for (const [check, { status }] of Object.entries(checks)) set({ check }, status === 'ok' ? 1 : 0)
    },
  })
  gauge(registry, {
    name: 'dossier_db_connections',
    help: 'Database connections of this process.',
    labels: ['state'],
    read: (set) => {
      set({ state: 'idle' }, pool.idleCount)
      set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  gauge(registry, {
    name: 'dossier_db_connections_max',
    help: 'How many database connections this process may have (DATABASE_POOL).',
    labels: [],
    read: (set) => set({}, pool.options.max ?? 0),
  })
}

function measureReplica(registry: Registry, { replica }: StateDeps): void {
  gauge(registry, {
    name: 'dossier_replica_lag_seconds',
    help: 'For how long the replica has lacked what the primary had; nothing if it does not tell, or there is none.',
    labels: [],
    read: (set) => {
      const lagSeconds = replica?.state.lagSeconds
      if (lagSeconds !== undefined) set({}, lagSeconds)
    },
  })
}

function measureJobs(registry: Registry, { jobs }: StateDeps): void {
  const depths = cacheFor(CACHE_MS, () => jobs.depths())
  gauge(registry, {
    name: 'dossier_jobs',
    help: 'Jobs that wait or run, by name; those that wait are counted up to 10,000.',
    labels: ['job', 'state'],
    read: async (set) => {
      for (const { name, waiting, active } of await depths()) {
        set({ job: name, state: 'waiting' }, waiting)
        set({ job: name, state: 'active' }, active)
      }
    },
  })
  gauge(registry, {
    name: 'dossier_job_oldest_waiting_seconds',
    help: 'How long the job that is to run next could have begun; 0 when none waits.',
    labels: ['job'],
    read: async (set) => {
      for (const { name, oldestSeconds } of await depths()) set({ job: name }, oldestSeconds)
    },
  })
}

function measureAudit(registry: Registry, { db, clock }: StateDeps): void {
  const depth = cacheFor(CACHE_MS, () => pendingDepth(db, MAX_COUNTED))
  gauge(registry, {
    name: 'dossier_audit_waiting',
    help: 'Entries that are not in the chain of the audit trail yet; counted up to 50,000.',
    labels: [],
    read: async (set) => set({}, (await depth()).waiting),
  })
  gauge(registry, {
    name: 'dossier_audit_oldest_waiting_seconds',
    help: 'How long the oldest entry has waited to be put in the chain of the audit trail.',
    labels: [],
    read: async (set) => {
      const { oldest } = await depth()
      set({}, oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000))
    },
  })
}

function measureCallbacks(registry: Registry, { db, clock }: StateDeps): void {
  const depth = cacheFor(CACHE_MS, () => queueDepth(db, clock.now()))
  gauge(registry, {
    name: 'dossier_callback_queue',
    help: 'Events and callbacks that wait, by state; counted up to 50,000.',
    labels: ['state'],
    read: async (set) => {
      const { events, due, scheduled, held } = await depth()
      for (const [state, count] of Object.entries({ events, due, scheduled, held })) set({ state }, count)
    },
  })
  gauge(registry, {
    name: 'dossier_callback_oldest_due_seconds',
    help: 'How long the oldest event or callback has waited that could go now.',
    labels: [],
    read: async (set) => set({}, (await depth()).oldestSeconds),
  })
  gauge(registry, {
    name: 'dossier_outbox_oldest_seconds',
    help: 'How long the oldest event has waited to be handed out to webhooks.',
    labels: [],
    read: async (set) => set({}, (await depth()).oldestEventSeconds),
  })
}

type Set = (labels: Record<string, string>, value: number) => void

type GaugeDefinition = { name: string; help: string; labels: string[]; read: (set: Set) => void | Promise<void> }

/** A gauge that is read when it is asked for. One that cannot be read has no lines: `dossier_ready` tells why. */
function gauge(registry: Registry, { name, help, labels, read }: GaugeDefinition) {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      this.reset()
      // An empty gauge without labels would still say 0.
      if (labels.length === 0) this.remove()
      const found: Parameters<Set>[] = []
      const isRead = await inTime(Promise.resolve(read((...one) => found.push(one))))
      if (isRead) for (const [values, value] of found) this.set(values, value)
    },
  })
}

async function inTime(reading: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, READ_WITHIN_MS, false)
  const isRead = reading.then(
    () => true,
    () => false,
  )
  return Promise.race([isRead, late]).finally(() => clearTimeout(timer))
}
