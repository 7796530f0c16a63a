import { authenticateByKey } from '#apis/api-key.ts'
import type { Auth } from '#modules/auth/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'

/** Group B, /api/v1: X-API-KEY. */
export function mountV1(app: Http, methods: Methods, { auth }: { auth: Auth }): void {
  mountScope(app, methods, {
    prefix: '/api/v1',
    tag: 'Group B (v1)',
    authenticate: (request) => authenticateByKey(auth, request),
    features: [],
  })
}
