import type { FastifyRequest } from 'fastify'
import { authenticateByKey, keyIn } from '#apis/authenticate-by-key.ts'
import { mountGroup } from '#apis/mount-group.ts'
import { sessionOf } from '#apis/portal/authenticate.ts'
import type { Auth } from '#modules/auth/index.ts'
import {
  type DistributionDeps,
  distributionRoutesV1,
  validationRoutes,
} from '#modules/distributions/projects/routes.v1.ts'
import { type DownloadDeps, downloadRoutes } from '#modules/documents/download/routes.v1.ts'
import { type EnterpriseDeps, enterpriseDocumentRoutes } from '#modules/documents/filing/routes.v1.ts'
import { noteRoutesV1 } from '#modules/notes/routes.v1.ts'
import { type ShortcutDeps, shortcutRoutes } from '#modules/shortcuts/routes.v1.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

type Deps = EnterpriseDeps &
  DistributionDeps &
  Omit<DownloadDeps, 'keyOf'> &
  Omit<ShortcutDeps, 'sessionOf'> & { auth: Auth }

/** Spec, Versioning: deprecated on 1 October 2025; a year's notice, as the calls before had. They keep working. */
const DEPRECATION = { since: new Date('2025-10-01T00:00:00Z'), sunset: new Date('2026-10-01T00:00:00Z') }

/** Group B, /api/v1: X-API-KEY. */
export function mountV1(app: Http, methods: Methods, { auth, ...deps }: Deps): void {
  const keyOf: DownloadDeps['keyOf'] = async (request) => {
    const key = keyIn(request)
    if (key !== undefined) await authenticateByKey(auth, request)
    return key
  }
  const group = {
    tag: 'Group B (v1)',
    authenticate: (request: FastifyRequest) => authenticateByKey(auth, request),
    deprecation: { ...DEPRECATION, publicUrl: deps.publicUrl },
  }
  mountGroup(app, methods, {
    ...group,
    prefix: '/api/v1',
    features: [
      distributionRoutesV1(deps),
      downloadRoutes({ ...deps, keyOf }),
      enterpriseDocumentRoutes(deps),
      noteRoutesV1,
      shortcutRoutes({ ...deps, sessionOf: (request) => sessionOf(auth, request) }),
    ],
  })
  // Spec, Group B distribution projects: validation has an address without the group's prefix.
  mountGroup(app, methods, { ...group, prefix: '/projects', features: [validationRoutes(deps)] })
}
