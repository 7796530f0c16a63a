import { BasicConstraints, Certificate, CertificateRevocationList, IssuingDistributionPoint } from 'pkijs'
import { readAs } from '#platform/seal/asn1.ts'
import { signatureFault } from '#platform/seal/check-signature.ts'
import { ID } from '#platform/seal/object-ids.ts'
import type { Subject } from './ask-ocsp.ts'
import { expectCurrent, fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

/** A list stays in the sealed file for good: larger ones are not embedded. */
const MAX_CRL_BYTES = 1024 * 1024
/** A revoked certificate takes some forty bytes and a few values. */
const MAX_CRL_VALUES = 300_000

/** Fetches a list of revoked certificates (RFC 5280, 5); answers it, once verified, if the certificate is not on it. */
export async function fetchCrl(deps: RevocationDeps, url: string, subject: Subject): Promise<Buffer> {
  const answer = await fetchBytes(deps, { url, method: 'GET', headers: {}, maxResponseBytes: MAX_CRL_BYTES })
  const crl = readAs(CertificateRevocationList, answer, { maxNodes: MAX_CRL_VALUES })
  checkIssuer(crl, subject)
  expectCurrent({ from: crl.thisUpdate.value, until: crl.nextUpdate?.value }, deps.clock.now())
  const { serialNumber } = readAs(Certificate, subject.certificate.raw)
  if (crl.revokedCertificates?.some((one) => one.userCertificate.isEqual(serialNumber))) {
    throw new CertificateRevoked(`The certificate ${subject.certificate.serialNumber} was revoked.`)
  }
  return answer
}

function checkIssuer(crl: CertificateRevocationList, { certificate, issuer }: Subject): void {
  const { subject } = readAs(Certificate, issuer.raw)
  if (!crl.issuer.isEqual(subject)) throw new RevocationUnknown('The CRL is that of another issuer.')
  const signed = {
    bytes: Buffer.from(crl.tbsView),
    signature: Buffer.from(crl.signatureValue.valueBlock.valueHexView),
    algorithm: crl.signatureAlgorithm.algorithmId,
  }
  const fault = signatureFault(signed, issuer.publicKey)
  if (fault) throw new RevocationUnknown(`The CRL cannot be used. ${fault}`)
  const own = readAs(Certificate, certificate.raw).extensions?.find((one) => one.extnID === ID.basicConstraints)
  const isAuthority = own?.parsedValue instanceof BasicConstraints && own.parsedValue.cA
  if (!covers(crl, isAuthority)) throw new RevocationUnknown('The CRL does not cover the certificate.')
}

/** RFC 5280, 5.2.5: a list may be for some kinds of certificates only. Other critical extensions are not understood. */
function covers(crl: CertificateRevocationList, isAuthority: boolean): boolean {
  return (crl.crlExtensions?.extensions ?? []).every(({ extnID, critical, parsedValue }) => {
    if (!(parsedValue instanceof IssuingDistributionPoint)) return extnID !== ID.issuingDistributionPoint && !critical
    const { onlyContainsUserCerts, onlyContainsCACerts, onlyContainsAttributeCerts, indirectCRL } = parsedValue
    const isForAll = !onlyContainsAttributeCerts && !indirectCRL && parsedValue.onlySomeReasons === 0
    return isForAll && !(isAuthority ? onlyContainsUserCerts : onlyContainsCACerts)
  })
}
