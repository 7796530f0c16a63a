import { randomBytes } from 'node:crypto'
import type { CacheProvider, SAML } from '@node-saml/node-saml'
import type { Provider } from './queries.ts'

/** How far the clocks of two companies may be apart. */
export const SKEW_SECONDS = 60

/** How long a person may take to log in at the provider. */
export const REQUEST_SECONDS = 15 * 60

type Named = { client_id: string; code: string }

/** What all that concerns a provider begins with. */
export function samlPath({ client_id, code }: Named): string {
  return `/saml/${encodeURIComponent(client_id)}/${encodeURIComponent(code)}`
}

/** Where a provider sends people and finds what we say of ourselves. */
export function samlUrls(publicUrl: string, provider: Named) {
  const base = `${publicUrl}${samlPath(provider)}`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` }
}

/** What this provider has to keep to. Which requests are open, the database knows: see `requests`. */
export async function samlOf(publicUrl: string, provider: Provider, requests: CacheProvider): Promise<SAML> {
  // Only here: with what it needs it is a hundred modules, and a start has no use for them.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const { entityId, acsUrl } = samlUrls(publicUrl, provider)
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: provider.sso_url,
    idpCert: provider.certificates,
    idpIssuer: provider.entity_id,
    // An answer may be signed as a whole besides; what counts is what is said of the person.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_SECONDS * 1000,
    acceptedClockSkewMs: SKEW_SECONDS * 1000,
    // How the person logs in there, and what the NameID looks like, is for the company to decide.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => `_${randomBytes(20).toString('hex')}`,
    cacheProvider: requests,
  })
}
