import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobQueue } from '#kernel/jobs.ts'
import { queueDepth } from '#modules/webhooks/index.ts'
import { cacheFor } from '#platform/cache-for.ts'
import type { Clock } from '#platform/clock.ts'
import { isSame } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { addressMatcher } from '#platform/net/address-range.ts'
import type { TrustedProxies } from '#platform/net/client-address.ts'
import { Problem } from '#platform/problem.ts'

const isLoopback = addressMatcher(['127.0.0.0/8', '::1'])

export type MetricsDeps = {
  db: Db
  pool: pg.Pool
  jobs: JobQueue
  clock: Clock
  /** What the process counts elsewhere. */
  metrics: Registry
  metricsToken: string | undefined
  publicUrl: string
  trustProxy: TrustedProxies
}

export function metricsRoutes(app: Http, deps: MetricsDeps): void {
  const registry = new Registry()
  measureCalls(app, registry)
  measureQueues(registry, deps)
  app.get('/metrics', { config: { allow: ['anyone'] }, schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, deps))
      throw new Problem('forbidden', 'forbidden', 'Metrics are shown on loopback, or for the METRICS_TOKEN.')
    return reply.type(registry.contentType).send(await Registry.merge([registry, deps.metrics]).metrics())
  })
}

function measureCalls(app: Http, registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'dossier_http_request_duration_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

function measureQueues(registry: Registry, { db, pool, jobs, clock }: MetricsDeps): void {
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
    name: 'dossier_jobs',
    help: 'Jobs that wait or run, by name.',
    labels: ['job', 'state'],
    read: async (set) => {
      for (const { name, waiting, active } of await jobs.depths()) {
        set({ job: name, state: 'waiting' }, waiting)
        set({ job: name, state: 'active' }, active)
      }
    },
  })
  // Several gauges, and perhaps eager readers, ask for it.
  const depth = cacheFor(1000, () => queueDepth(db, clock.now()))
  gauge(registry, {
    name: 'dossier_callback_queue',
    help: 'Events and callbacks that wait, by state.',
    labels: ['state'],
    read: async (set) => {
      const { events, due, scheduled, held } = await depth()
      for (const [state, count] of Object.entries({ events, due, scheduled, held })) set({ state }, count)
    },
  })
  const ageHelp = 'How long the oldest event or callback has waited that could go now.'
  gauge(registry, {
    name: 'dossier_callback_oldest_due_seconds',
    help: ageHelp,
    labels: [],
    read: async (set) => {
      set({}, (await depth()).oldestSeconds)
    },
  })
}

type Set = (labels: Record<string, string>, value: number) => void

type GaugeDefinition = { name: string; help: string; labels: string[]; read: (set: Set) => void | Promise<void> }

function gauge(registry: Registry, { name, help, labels, read }: GaugeDefinition) {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      this.reset()
      await read((values, value) => this.set(values, value))
    },
  })
}

function mayRead(request: FastifyRequest, deps: MetricsDeps): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const token = deps.metricsToken
  if (token !== undefined && given !== undefined) return isSame(Buffer.from(given), Buffer.from(token))
  return !mayBeProxied(request, deps) && isLoopback(request.ip)
}

/**
 * Whether a proxy may have sent a call: one on this machine calls from loopback on behalf of anybody. Most proxies say so
 * in a header, but not all; a service that is reached under another name than that of this machine may stand behind one.
 */
function mayBeProxied({ headers }: FastifyRequest, { publicUrl, trustProxy }: MetricsDeps): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
  const { hostname } = new URL(publicUrl)
  const isOfThisMachine = hostname === 'localhost' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  return isForwarded || trustProxy !== false || !isOfThisMachine
}

const FORWARDING_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']
