import type { FastifyRequest } from 'fastify'
import { Registry } from 'prom-client'
import { isSame } from '#platform/crypto/keyring.ts'
import type { Http } from '#platform/http/routes.ts'
import { addressMatcher } from '#platform/net/address-range.ts'
import type { TrustedProxies } from '#platform/net/client-address.ts'
import { Problem } from '#platform/problem.ts'
import { measureCalls } from './measure-calls.ts'
import { measureState, type StateDeps } from './measure-state.ts'

const isLoopback = addressMatcher(['127.0.0.0/8', '::1'])

export type MetricsDeps = StateDeps & {
  /** What the process counts elsewhere. */
  metrics: Registry
  metricsToken: string | undefined
  publicUrl: string
  trustProxy: TrustedProxies
}

export function metricsRoutes(app: Http, deps: MetricsDeps): void {
  const registry = new Registry()
  measureCalls(app, registry)
  measureState(registry, deps)
  app.get(
    '/metrics',
    { config: { allow: ['anyone'], isVitalSign: true }, schema: { hide: true } },
    async (request, reply) => {
      if (!mayRead(request, deps))
        throw new Problem('forbidden', 'forbidden', 'Metrics are shown on loopback, or for the METRICS_TOKEN.')
      return reply.type(registry.contentType).send(await Registry.merge([registry, deps.metrics]).metrics())
    },
  )
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
