import { authenticateByKey } from '#apis/api-key.ts'
import { articleRoutes } from '#modules/articles/routes.unversioned.ts'
import type { Auth } from '#modules/auth/index.ts'
import { managerImportRoutes } from '#modules/imports/routes.unversioned.ts'
import { commentRoutes } from '#modules/requests/comment-routes.unversioned.ts'
import { unversionedFormRoutes } from '#modules/requests/form-routes.unversioned.ts'
import { type RequestRouteParts, requestRoutes } from '#modules/requests/request-routes.unversioned.ts'
import type { Cursors } from '#platform/http/cursor.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'

type Parts = RequestRouteParts & { auth: Auth; cursors: Cursors }

/** Group C, /api without a version: X-API-KEY. */
export function mountUnversioned(app: Http, methods: Methods, { auth, ...parts }: Parts): void {
  mountScope(app, methods, {
    prefix: '/api',
    tag: 'Group C (unversioned)',
    hasEntityTags: true,
    authenticate: (request) => authenticateByKey(auth, request),
    features: [
      articleRoutes(parts),
      commentRoutes(parts),
      managerImportRoutes(parts),
      requestRoutes(parts),
      unversionedFormRoutes(parts),
    ],
  })
}
