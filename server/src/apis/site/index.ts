import type { Http } from '#platform/http/routes.ts'
import { documentationRoutes } from './documentation.ts'
import { healthRoutes } from './health.ts'
import { type MetricsDeps, metricsRoutes } from './metrics.ts'
import { pageRoutes } from './pages.ts'
import { openReadiness, type ReadinessDeps } from './readiness.ts'
import { verifierRoutes } from './verifier.ts'

export type SiteDeps = Omit<MetricsDeps, 'readiness'> & ReadinessDeps

/** The routes for monitoring a process. */
export function mountMonitoring(app: Http, deps: SiteDeps): void {
  const readiness = openReadiness(deps)
  healthRoutes(app, readiness)
  metricsRoutes(app, { ...deps, readiness })
}

/** What belongs to no API group: the portal's pages, health, metrics and the documentation. */
export async function mountSite(app: Http, deps: SiteDeps): Promise<void> {
  mountMonitoring(app, deps)
  documentationRoutes(app, deps.publicUrl)
  verifierRoutes(app)
  await pageRoutes(app)
}
