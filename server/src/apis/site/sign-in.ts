import { mountGroup } from '#apis/mount-group.ts'
import { type ModuleDeps, routesOf } from '#modules/index.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

/** How people come in from other pages of their company: signed links and SAML. They bring their own proof. */
export function mountSignIn(app: Http, methods: Methods, deps: ModuleDeps): void {
  const group = { tag: 'Single sign-on', authenticate: async () => {} }
  mountGroup(app, methods, { ...group, prefix: '/sso', features: routesOf(deps, 'sso') })
  mountGroup(app, methods, { ...group, prefix: '/saml', features: routesOf(deps, 'saml') })
}
