import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import type { Http } from '#platform/http/routes.ts'

/** Counts and times every call of a server, by route and API group. */
export function measureCalls(app: Http, registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'dossier_http_request_duration_seconds',
    help: 'Time to answer, by API group, route and status.',
    labelNames: ['api', 'method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'dossier_http_requests_in_flight',
    help: 'Calls that are being answered, by API group.',
    labelNames: ['api'],
    registers: [registry],
  })
  for (const api of ['v2', 'v1', 'unversioned', 'portal', 'site']) inFlight.set({ api }, 0)
  app.addHook('onRequest', (request, reply, done) => {
    const api = apiOf(request.routeOptions.url)
    inFlight.inc({ api })
    // Whichever way the call ends, and also when its caller leaves.
    reply.raw.once('close', () => inFlight.dec({ api }))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const labels = { api: apiOf(url), method: request.method, route: url ?? 'unknown', status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}

/** The API group of a route; what belongs to none, and addresses that are no route, count as the site. */
export function apiOf(route = ''): string {
  const found = GROUPS.find(([prefix]) => route.startsWith(prefix))
  return found?.[1] ?? 'site'
}

/** The first that fits counts. */
const GROUPS = [
  ['/api/v2/', 'v2'],
  ['/api/v1/', 'v1'],
  ['/projects/', 'v1'],
  ['/api/', 'unversioned'],
  ['/portal/api/', 'portal'],
] as const
