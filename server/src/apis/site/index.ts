import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { documentationRoutes } from './documentation.ts'
import { healthRoutes } from './health.ts'
import { type MetricsParts, metricsRoutes } from './metrics.ts'

const PORTAL = join(import.meta.dirname, '../../../../portal/public')

/** A page of ours loads nothing from elsewhere, and stands in no frame of others. */
const PAGE_HEADERS = {
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export type SiteParts = MetricsParts & { db: Db }

/** What a process tells of itself. */
export function mountVitals(app: Http, parts: SiteParts): void {
  healthRoutes(app, parts.db)
  metricsRoutes(app, parts)
}

/** What belongs to no API group: the portal's page, health, metrics and the documentation. */
export async function mountSite(app: Http, parts: SiteParts): Promise<void> {
  mountVitals(app, parts)
  documentationRoutes(app)
  await app.register(fastifyStatic, {
    root: PORTAL,
    index: 'index.html',
    wildcard: false,
    setHeaders: (response) => {
      for (const [name, value] of Object.entries(PAGE_HEADERS)) response.header(name, value)
    },
  })
}
