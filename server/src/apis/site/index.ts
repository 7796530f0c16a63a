import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { documentationRoutes } from './documentation.ts'
import { healthRoutes } from './health.ts'
import { type MetricsParts, metricsRoutes } from './metrics.ts'
import { pageRoutes } from './pages.ts'

export type SiteParts = MetricsParts & { db: Db }

/** What a process tells of itself. */
export function mountVitals(app: Http, parts: SiteParts): void {
  healthRoutes(app, parts.db)
  metricsRoutes(app, parts)
}

/** What belongs to no API group: the portal's pages, health, metrics and the documentation. */
export async function mountSite(app: Http, parts: SiteParts): Promise<void> {
  mountVitals(app, parts)
  documentationRoutes(app, parts.publicUrl)
  await pageRoutes(app)
}
