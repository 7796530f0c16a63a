import type { X509Certificate } from 'node:crypto'
import { BasicConstraints, Certificate, RSASSAPSSParams } from 'pkijs'
import { readAs } from './asn1.ts'
import { safeDigest } from './check-signature.ts'
import { ID } from './object-ids.ts'

/** Beside RSASSA-PSS, which names its digest in parameters: RSA and ECDSA with SHA-2, and Edwards curves. */
const SAFE_SIGNATURES: ReadonlySet<string> = new Set([
  ID.rsaWithSha256,
  ID.rsaWithSha384,
  ID.rsaWithSha512,
  ID.ecdsaWithSha256,
  ID.ecdsaWithSha384,
  ID.ecdsaWithSha512,
  ID.ed25519,
  ID.ed448,
])

const MAX_CHAIN_LENGTH = 8

/** Whether certificates of authorities lead from this one to a root, or it is trusted itself; all valid at that time. */
export function isTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  const chain = [certificate]
  for (let current = certificate; chain.length <= MAX_CHAIN_LENGTH; ) {
    const { raw } = current
    if (!isValidAt(current, at)) return false
    if (roots.some((root) => root.raw.equals(raw))) return true
    const issuer = [...roots, ...others].find((one) => isIssuer(one, chain))
    if (!issuer) return false
    chain.push(issuer)
    current = issuer
  }
  return false
}

/** Whether a certificate of an authority vouches for the last one of a chain, and may do so for the first. */
export function isIssuer(issuer: X509Certificate, chain: readonly X509Certificate[]): boolean {
  const certificate = chain.at(-1)
  if (!certificate || issuer.raw.equals(certificate.raw)) return false
  // checkIssued also refuses an issuer whose key usage does not include certificates.
  const isNamed = issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  return isNamed && hasSafeSignature(certificate) && mayLead(issuer, chain)
}

/** RFC 5280, 4.2.1.9: how many authorities may be between an issuer and the first certificate. */
function mayLead(issuer: X509Certificate, [, ...between]: readonly X509Certificate[]): boolean {
  const extension = readAs(Certificate, issuer.raw).extensions?.find((one) => one.extnID === ID.basicConstraints)
  const constraints = extension?.parsedValue
  if (!(constraints instanceof BasicConstraints)) return false
  const { pathLenConstraint: max = MAX_CHAIN_LENGTH } = constraints
  return typeof max === 'number' && between.filter((one) => one.subject !== one.issuer).length <= max
}

/** Another one with the same SHA-1 or MD5 can be made. That of a root proves nothing, and is not looked at. */
function hasSafeSignature(certificate: X509Certificate): boolean {
  const { algorithmId, algorithmParams } = readAs(Certificate, certificate.raw).signatureAlgorithm
  if (algorithmId !== ID.rsaWithPss) return SAFE_SIGNATURES.has(algorithmId)
  const { hashAlgorithm } = readAs(RSASSAPSSParams, algorithmParams)
  return safeDigest(hashAlgorithm.algorithmId) !== undefined
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate
}
