import type { X509Certificate } from 'node:crypto'
import { type BaseBlock, BitString } from 'asn1js'
import {
  BasicConstraints,
  Certificate,
  type CertificateRevocationList,
  type GeneralName,
  IssuingDistributionPoint,
} from 'pkijs'
import { rawOf, readAs, toDer } from '#platform/seal/asn1.ts'
import { signatureFault } from '#platform/seal/check-signature.ts'
import { ID } from '#platform/seal/object-ids.ts'
import type { Proof, Subject } from './ask-ocsp.ts'
import { expectCurrent, fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import { isHarmless, revocationOf } from './harmless-revocation.ts'
import { type Crl, findRevoked, readCrl } from './read-crl.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { listNamesOf } from './revocation-sources.ts'

/** A list stays in the sealed file for good: larger ones are not embedded. */
const MAX_CRL_BYTES = 1024 * 1024
/** cRLSign, in the first byte of the key usage (RFC 5280, 4.2.1.3). */
const CRL_SIGN = 0x02

/** Fetches a list of revoked certificates (RFC 5280, 5); answers it, once verified, if the certificate is not on it. */
export async function fetchCrl(deps: RevocationDeps, url: string, subject: Subject): Promise<Proof> {
  const bytes = await fetchBytes(deps, { url, method: 'GET', headers: {}, maxResponseBytes: MAX_CRL_BYTES })
  const crl = readCrl(bytes)
  checkIssuer(crl, subject)
  expectCurrent({ from: crl.head.thisUpdate.value, until: crl.head.nextUpdate?.value }, deps.clock.now())
  return { bytes, isRevoked: isRevoked(crl, subject) }
}

/** Throws, unless it is revoked so that nothing changes for the timestamps that were signed. */
function isRevoked({ entries }: Crl, { certificate, timestampedAt }: Subject): boolean {
  const { serialNumber } = readAs(Certificate, certificate.raw)
  const entry = findRevoked(entries, rawOf(serialNumber))
  if (!entry) return false
  if (isHarmless(revocationOf(entry), timestampedAt)) return true
  throw new CertificateRevoked(`The certificate ${certificate.serialNumber} was revoked.`)
}

function checkIssuer({ head, signed }: Crl, { certificate, issuer }: Subject): void {
  const { subject } = readAs(Certificate, issuer.raw)
  if (!head.issuer.isEqual(subject)) throw new RevocationUnknown('The CRL is that of another issuer.')
  if (!maySignLists(issuer)) throw new RevocationUnknown('The issuer may not sign CRLs.')
  const fault = signatureFault(signed, issuer.publicKey)
  if (fault) throw new RevocationUnknown(`The CRL cannot be used. ${fault}`)
  const own = readAs(Certificate, certificate.raw).extensions?.find((one) => one.extnID === ID.basicConstraints)
  const isAuthority = own?.parsedValue instanceof BasicConstraints && own.parsedValue.cA
  const covers = coverageOf(head, listNamesOf(certificate))
  if (!covers(isAuthority)) throw new RevocationUnknown('The CRL does not cover the certificate.')
}

/** By its key usage; without one, a key may be used for everything. */
function maySignLists(issuer: X509Certificate): boolean {
  const usage = readAs(Certificate, issuer.raw).extensions?.find((one) => one.extnID === ID.keyUsage)
  if (!usage) return true
  const bits = usage.parsedValue
  return bits instanceof BitString && ((bits.valueBlock.valueHexView[0] ?? 0) & CRL_SIGN) !== 0
}

/** RFC 5280, 5.2.5: a list may be for some certificates only. Other critical extensions are not understood. */
function coverageOf({ crlExtensions }: CertificateRevocationList, names: readonly GeneralName[]) {
  return (isAuthority: boolean): boolean =>
    (crlExtensions?.extensions ?? []).every(({ extnID, critical, parsedValue: point }) => {
      if (!(point instanceof IssuingDistributionPoint)) return extnID !== ID.issuingDistributionPoint && !critical
      // pkijs gives an extension that it cannot read its defaults, which say that the list is for all.
      if ('parsingError' in point || !isOneOf(point, names)) return false
      const { onlyContainsUserCerts, onlyContainsCACerts, onlyContainsAttributeCerts, indirectCRL } = point
      const isForAll = !onlyContainsAttributeCerts && !indirectCRL && point.onlySomeReasons === undefined
      return isForAll && !(isAuthority ? onlyContainsUserCerts : onlyContainsCACerts)
    })
}

/**
 * RFC 5280, 6.3.3 (b)(2)(i): an authority may divide its list, and anybody can answer with another part of it. A name
 * that is relative to the issuer is not compared.
 */
function isOneOf({ distributionPoint: own }: IssuingDistributionPoint, names: readonly GeneralName[]): boolean {
  if (own === undefined) return true
  const written = (name: GeneralName) => toDer(name.toSchema() as BaseBlock).toString('hex')
  const known = new Set(names.map(written))
  return Array.isArray(own) && own.some((one) => known.has(written(one)))
}
