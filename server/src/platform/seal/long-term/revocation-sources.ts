import type { X509Certificate } from 'node:crypto'
import { Certificate, CRLDistributionPoints, type GeneralName, InfoAccess } from 'pkijs'
import { readAs } from '#platform/seal/asn1.ts'
import { ID } from '#platform/seal/object-ids.ts'

/** Where a certificate says that its status and its issuer can be had. */
export type Sources = { ocsp: string[]; crls: string[]; issuers: string[] }

const URI = 6
/** A certificate names one or two of each; a hostile one would have the service call hundreds. */
const MAX_ADDRESSES = 3

export function sourcesOf(certificate: X509Certificate): Sources {
  const access = extensionOf(certificate, ID.authorityInfoAccess)
  const descriptions = access instanceof InfoAccess ? access.accessDescriptions : []
  const by = (method: string) =>
    addressesIn(descriptions.filter((one) => one.accessMethod === method).map((one) => one.accessLocation))
  return { ocsp: by(ID.ocsp), issuers: by(ID.caIssuers), crls: addressesIn(listNamesOf(certificate)) }
}

/** All names of the lists on which a certificate would be, but for those that are relative to the issuer. */
export function listNamesOf(certificate: X509Certificate): GeneralName[] {
  const points = extensionOf(certificate, ID.crlDistributionPoints)
  const all = points instanceof CRLDistributionPoints ? points.distributionPoints : []
  return all.flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : []))
}

function extensionOf(certificate: X509Certificate, id: string): unknown {
  const { extensions = [] } = readAs(Certificate, certificate.raw)
  return extensions.find((one) => one.extnID === id)?.parsedValue
}

function addressesIn(names: GeneralName[]): string[] {
  return names
    .filter(({ type, value }) => type === URI && /^https?:\/\//i.test(String(value)))
    .map(({ value }) => String(value))
    .slice(0, MAX_ADDRESSES)
}
