import { mountGroup } from '#apis/mount-group.ts'
import { type ModuleDeps, routesOf } from '#modules/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'

/** Group A, /api/v2/client: bearer token; `{ code, message, errors? }`. */
export function mountV2(app: Http, methods: Methods, deps: ModuleDeps): void {
  mountGroup(app, methods, {
    prefix: '/api/v2/client',
    tag: 'Group A (v2 client)',
    refusesUnknownInput: true,
    hasEntityTags: true,
    authenticate: (request) => authenticate(deps.auth, request),
    features: routesOf(deps, 'v2'),
  })
}
