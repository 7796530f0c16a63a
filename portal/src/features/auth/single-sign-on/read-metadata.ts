/** What the metadata of an identity provider say. */
export type ProviderMetadata = { entity_id: string; sso_url: string; certificates: string[] }

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Reads SAML metadata; undefined when they are not those of an identity provider. */
export function readMetadata(xml: string): ProviderMetadata | undefined {
  const document = new DOMParser().parseFromString(xml.trim(), 'application/xml')
  const provider = document.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')[0]
  const entity_id = provider?.parentElement?.getAttribute('entityID')
  if (!provider || !entity_id) return undefined
  const services = [...provider.getElementsByTagNameNS(METADATA, 'SingleSignOnService')]
  const service = services.find((one) => one.getAttribute('Binding') === REDIRECT)
  const keys = [...provider.getElementsByTagNameNS(METADATA, 'KeyDescriptor')].filter(
    (one) => one.getAttribute('use') !== 'encryption',
  )
  const certificates = keys
    .flatMap((one) => [...one.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')])
    .map((one) => toPem(one.textContent ?? ''))
  return { entity_id, sso_url: service?.getAttribute('Location') ?? '', certificates: [...new Set(certificates)] }
}

function toPem(base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}
