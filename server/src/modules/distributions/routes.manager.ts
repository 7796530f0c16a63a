import { downloadRoutes } from '#modules/distributions/documents/report-routes.manager.ts'
import { partRoutes } from '#modules/distributions/documents/routes.manager.ts'
import { paperRoutes } from '#modules/distributions/packages/routes.manager.ts'
import { projectRoutes } from '#modules/distributions/projects/routes.manager.ts'
import { spoolRoutes } from '#modules/distributions/spools/routes.manager.ts'
import type { Routes } from '#platform/http/routes.ts'
import type { ManagerDistributionParts } from './manager-deps.ts'

/** Distributions, for the managers who have to do with them (decision 30). */
export function managerDistributionRoutes(parts: ManagerDistributionParts): Routes {
  return (portal) => {
    projectRoutes(portal, parts)
    partRoutes(portal, parts)
    spoolRoutes(portal, parts)
    downloadRoutes(portal, parts)
    paperRoutes(portal, parts)
  }
}
