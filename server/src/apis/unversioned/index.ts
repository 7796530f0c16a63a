import { authenticateByKey } from '#apis/api-key.ts'
import { type ArticleParts, articleRoutes } from '#modules/articles/routes.unversioned.ts'
import type { Auth } from '#modules/auth/index.ts'
import { managerImportRoutes } from '#modules/imports/routes.unversioned.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'

type Parts = ArticleParts & { auth: Auth; blobs: Blobs; maxFileBytes: number }

/** Group C, /api without a version: X-API-KEY. */
export function mountUnversioned(app: Http, methods: Methods, { auth, ...parts }: Parts): void {
  mountScope(app, methods, {
    prefix: '/api',
    tag: 'Group C (unversioned)',
    authenticate: (request) => authenticateByKey(auth, request),
    features: [articleRoutes(parts), managerImportRoutes(parts)],
  })
}
