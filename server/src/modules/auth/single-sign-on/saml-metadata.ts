import { samlUrls } from './saml-provider.ts'

/** What a provider needs to know of us, as SAML metadata. */
export async function metadataOf(publicUrl: string, provider: { client_id: string; code: string }): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const { entityId, acsUrl } = samlUrls(publicUrl, provider)
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: null,
  })
}
