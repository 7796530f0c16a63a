import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { documentationRoutes } from './documentation.ts'
import { healthRoutes } from './health.ts'
import { type MetricsDeps, metricsRoutes } from './metrics.ts'
import { pageRoutes } from './pages.ts'

export type SiteDeps = MetricsDeps & { db: Db }

/** The routes for monitoring a process. */
export function mountMonitoring(app: Http, deps: SiteDeps): void {
  healthRoutes(app, deps.db)
  metricsRoutes(app, deps)
}

/** What belongs to no API group: the portal's pages, health, metrics and the documentation. */
export async function mountSite(app: Http, deps: SiteDeps): Promise<void> {
  mountMonitoring(app, deps)
  documentationRoutes(app, deps.publicUrl)
  await pageRoutes(app)
}
