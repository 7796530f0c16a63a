import { generateServiceProviderMetadata } from '@node-saml/node-saml'
import { samlUrls } from './saml-provider.ts'

/** What a provider needs to know of us, as SAML metadata. */
export function metadataOf(publicUrl: string, provider: { client_id: string; code: string }): string {
  const { entityId, acsUrl } = samlUrls(publicUrl, provider)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: null,
  })
}
