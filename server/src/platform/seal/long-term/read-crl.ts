import { BitString } from 'asn1js'
import { AlgorithmIdentifier, CertificateRevocationList, RevokedCertificate } from 'pkijs'
import { readAs, readAsn1, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import type { SignedBytes } from '#platform/seal/check-signature.ts'
import { derOf, derValuesIn, TAG } from '#platform/seal/der.ts'

export type Crl = {
  /** Everything that it says but for the revoked certificates. */
  head: CertificateRevocationList
  signed: SignedBytes
  /** The revoked certificates, unread. */
  entries: Buffer
}

/** The fields that RFC 5280, 5.1.2, knows. */
const MAX_FIELDS = 7
const EMPTY = derOf(TAG.sequence)

/**
 * Reads a list of revoked certificates but for these: anybody may have sent it, and they take asn1js seconds. All of the
 * bytes are signed once `signed` is verified.
 */
export function readCrl(der: Buffer): Crl {
  const [tbs, algorithm, signature, ...others] = firstOf(der, 4)
  if (!tbs || !algorithm || !signature || others.length > 0) throw new UnreadableAsn1('This is not a signed list.')
  const fields = firstOf(tbs, MAX_FIELDS + 1)
  // The algorithm, the issuer, and the revoked certificates if there are any.
  const [inner, , entries = EMPTY, ...more] = fields.filter(([tag]) => tag === TAG.sequence)
  const isKnown = fields.length <= MAX_FIELDS && more.length === 0 && inner?.equals(algorithm)
  if (!isKnown) throw new UnreadableAsn1('The list has other fields than it should.')
  const head = derOf(TAG.sequence, ...fields.filter((one) => one !== entries))
  return {
    head: readAs(CertificateRevocationList, derOf(TAG.sequence, head, algorithm, signature)),
    signed: {
      bytes: tbs,
      signature: bitsOf(signature),
      algorithm: readAs(AlgorithmIdentifier, algorithm).algorithmId,
    },
    entries,
  }
}

/** What a list says of a certificate, by the DER of its number; undefined if nothing. */
export function findRevoked(entries: Buffer, serialNumber: Buffer): RevokedCertificate | undefined {
  for (const entry of derValuesIn(entries)) {
    const { value } = derValuesIn(entry).next()
    if (!value) throw new UnreadableAsn1('A revoked certificate has no number.')
    if (value.equals(serialNumber)) return readAs(RevokedCertificate, entry)
  }
  return undefined
}

/** No more than so many: the list may be anything. */
function firstOf(der: Buffer, count: number): Buffer[] {
  if (der[0] !== TAG.sequence) throw new UnreadableAsn1('This is not a list of values.')
  const values: Buffer[] = []
  for (const value of derValuesIn(der)) {
    if (values.push(value) === count) break
  }
  return values
}

function bitsOf(der: Buffer): Buffer {
  const block = readAsn1(der)
  if (!(block instanceof BitString)) throw new UnreadableAsn1('The signature is missing.')
  return Buffer.from(block.valueBlock.valueHexView)
}
