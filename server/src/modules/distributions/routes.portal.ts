import type { Routes } from '#platform/http/routes.ts'
import { paperRoutes } from './carrier/paper-routes.portal.ts'
import { downloadRoutes } from './download-routes.portal.ts'
import { partRoutes } from './part-routes.portal.ts'
import type { ManagerDistributionParts } from './portal-parts.ts'
import { projectRoutes } from './project-routes.portal.ts'
import { spoolRoutes } from './spool-routes.portal.ts'

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
