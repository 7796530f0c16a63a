import { authenticateByKey } from '#apis/authenticate-by-key.ts'
import { mountGroup } from '#apis/mount-group.ts'
import { articleRoutes } from '#modules/articles/reading/routes.unversioned.ts'
import type { Auth } from '#modules/auth/index.ts'
import { managerImportRoutes } from '#modules/imports/managers/routes.unversioned.ts'
import { conversationRoutes } from '#modules/requests/conversation/routes.unversioned.ts'
import { unversionedFormRoutes } from '#modules/requests/forms/routes.unversioned.ts'
import { type RequestRouteDeps, requestRoutes } from '#modules/requests/handling/routes.unversioned.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

type Deps = RequestRouteDeps & { auth: Auth; cursors: Cursors }

/** Group C, /api without a version: X-API-KEY. */
export function mountUnversioned(app: Http, methods: Methods, { auth, ...deps }: Deps): void {
  mountGroup(app, methods, {
    prefix: '/api',
    tag: 'Group C (unversioned)',
    hasEntityTags: true,
    authenticate: (request) => authenticateByKey(auth, request),
    features: [
      articleRoutes(deps),
      conversationRoutes(deps),
      managerImportRoutes(deps),
      requestRoutes(deps),
      unversionedFormRoutes(deps),
    ],
  })
}
