import { reportRoutes } from '#modules/distributions/documents/report-routes.manager.ts'
import { documentRoutes } from '#modules/distributions/documents/routes.manager.ts'
import { packageRoutes } from '#modules/distributions/packages/routes.manager.ts'
import { projectRoutes } from '#modules/distributions/projects/routes.manager.ts'
import { spoolRoutes } from '#modules/distributions/spools/routes.manager.ts'
import type { Routes } from '#platform/http/routes.ts'
import type { ManagerDistributionDeps } from './manager-deps.ts'

/** Distributions, for the managers who have to do with them (decision 30). */
export function managerDistributionRoutes(deps: ManagerDistributionDeps): Routes {
  return (portal) => {
    projectRoutes(portal, deps)
    documentRoutes(portal, deps)
    spoolRoutes(portal, deps)
    reportRoutes(portal, deps)
    packageRoutes(portal, deps)
  }
}
