import { mountGroup } from '#apis/mount-group.ts'
import { samlRoutes } from '#modules/auth/single-sign-on/routes.public.ts'
import { type SessionDeps, signedLinkRoutes } from '#modules/auth/single-sign-on/signed-link-routes.public.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'

/** How people come in from other pages of their company: signed links and SAML. They bring their own proof. */
export function mountSignIn(app: Http, methods: Methods, deps: SessionDeps): void {
  const group = { tag: 'Single sign-on', authenticate: async () => {} }
  mountGroup(app, methods, { ...group, prefix: '/sso', features: [signedLinkRoutes(deps)] })
  mountGroup(app, methods, { ...group, prefix: '/saml', features: [samlRoutes(deps)] })
}
