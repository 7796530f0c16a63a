import type { FastifyRequest } from 'fastify'
import { mountGroup } from '#apis/mount-group.ts'
import { type ModuleDeps, routesOf } from '#modules/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { authenticate } from './authenticate.ts'
import { refuseCsrf } from './refuse-csrf.ts'

/** The portal's own calls, /portal/api: session cookie, for our own pages only. */
export function mountPortal(app: Http, methods: Methods, deps: ModuleDeps): void {
  const authenticated = { authenticate: (request: FastifyRequest) => authenticate(deps.auth, request) }
  const safe: Routes = (scope) => {
    scope.addHook('onRequest', refuseCsrf)
  }
  mountGroup(app, methods, {
    ...authenticated,
    tag: 'Portal',
    prefix: '/portal/api',
    features: [safe, ...routesOf(deps, 'employee', 'manager', 'public')],
  })
  // What applications may do for a client, managers may do here whose roles give them the same for the whole client.
  mountGroup(app, methods, {
    ...authenticated,
    tag: 'Portal administration',
    prefix: '/portal/api/admin',
    features: [safe, ...routesOf(deps, 'admin')],
  })
}
