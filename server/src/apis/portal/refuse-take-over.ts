import { refuseBeyondOwn } from '#platform/http/beyond-own.ts'
import type { Routes } from '#platform/http/routes.ts'
import { personOf } from '#platform/http/session-person.ts'

const PROVIDERS = '/portal/api/admin/saml_identity_providers'

/** Whoever controls an identity provider can log in as anybody: only those change one who may do everything anyway. */
export const refuseTakeOver: Routes = (scope) => {
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || !request.routeOptions.url?.startsWith(PROVIDERS)) return
    refuseBeyondOwn(personOf(request), ['*'])
  })
}
