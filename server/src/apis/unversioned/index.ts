import { authenticateByKey } from '#apis/authenticate-by-key.ts'
import { mountGroup } from '#apis/mount-group.ts'
import { type ModuleDeps, routesOf } from '#modules/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

/** Group C, /api without a version: X-API-KEY. */
export function mountUnversioned(app: Http, methods: Methods, deps: ModuleDeps): void {
  mountGroup(app, methods, {
    prefix: '/api',
    tag: 'Group C (unversioned)',
    hasEntityTags: true,
    authenticate: (request) => authenticateByKey(deps.auth, request),
    features: routesOf(deps, 'unversioned'),
  })
}
