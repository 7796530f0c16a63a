import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'
import { Problem } from '#platform/problem.ts'

/** The portal's own calls, /portal/api: session cookie. There is nothing to log in to yet, so nobody is. */
export function mountPortal(app: Http, methods: Methods): void {
  mountScope(app, methods, {
    prefix: '/portal/api',
    tag: 'Portal',
    async authenticate() {
      throw new Problem('unauthenticated', 'not_logged_in', 'Log in first.')
    },
    features: [],
  })
}
