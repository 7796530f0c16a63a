import { samlRoutes } from '#modules/auth/saml-routes.site.ts'
import { type SessionParts, signedLinkRoutes } from '#modules/auth/sso-routes.site.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import { mountScope } from '#platform/http/scope.ts'

/** How people come in from other pages of their company: signed links and SAML. They bring their own proof. */
export function mountSignIn(app: Http, methods: Methods, parts: SessionParts): void {
  const group = { tag: 'Single sign-on', authenticate: async () => {} }
  mountScope(app, methods, { ...group, prefix: '/sso', features: [signedLinkRoutes(parts)] })
  mountScope(app, methods, { ...group, prefix: '/saml', features: [samlRoutes(parts)] })
}
