import type { FastifyRequest } from 'fastify'
import { authenticateByKey } from '#apis/authenticate-by-key.ts'
import { mountGroup } from '#apis/mount-group.ts'
import { type ModuleDeps, routesOf } from '#modules/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

/** Spec, Versioning: deprecated on 1 October 2025; a year's notice, as the calls before had. They keep working. */
const DEPRECATION = { since: new Date('2025-10-01T00:00:00Z'), sunset: new Date('2026-10-01T00:00:00Z') }

/** Group B, /api/v1: X-API-KEY. */
export function mountV1(app: Http, methods: Methods, deps: ModuleDeps): void {
  const group = {
    tag: 'Group B (v1)',
    authenticate: (request: FastifyRequest) => authenticateByKey(deps.auth, request),
    deprecation: { ...DEPRECATION, publicUrl: deps.publicUrl },
  }
  mountGroup(app, methods, { ...group, prefix: '/api/v1', features: routesOf(deps, 'v1') })
  // Spec, Group B distribution projects: validation has an address without the group's prefix.
  mountGroup(app, methods, { ...group, prefix: '/projects', features: routesOf(deps, 'projects') })
}
