import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { BitString, Integer, Sequence, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { rawOf, readAs, readAsn1, toDer, valuesIn } from './asn1.ts'
import { ID } from './object-ids.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A sequence of values that are written already. */
export function sequence(...values: Buffer[]): Buffer {
  return toDer(new Sequence({ value: values.map((one) => readAsn1(one)) }))
}

/** A whole number that is not negative, its highest byte first. */
export function integer(number: number | Buffer): Buffer {
  return toDer(typeof number === 'number' ? new Integer({ value: number }) : new Integer({ valueHex: number }))
}

/** The values within a value, as they are written. */
export function valuesOf(bytes: Buffer): Buffer[] {
  return valuesIn(readAsn1(bytes)).map(rawOf)
}

/** The timestamp within the answer of an authority. */
export function tokenIn(reply: Buffer): Buffer {
  return valuesOf(reply)[1] ?? Buffer.alloc(0)
}

/** A file of which the bits of one byte were turned. */
export function changedAt(bytes: Uint8Array, at: number, bits = 1): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ bits
  return changed
}

export type Issued = { certificate: X509Certificate; key: KeyObject; name: string }
export type Wanted = {
  by?: Issued
  /** In days from `now`. */
  from?: number
  until?: number
  now?: Date
  isAuthority?: boolean
  keyOf?: Issued
  /** How many authorities may follow. */
  pathLength?: number
  /** The digest of its signature, and what says so. */
  signing?: { digest: string; algorithm: AlgorithmIdentifier }
  extensions?: Extension[]
}
let count = 0

/** A signature by an elliptic curve with SHA-1, which no longer proves anything. */
export const bySha1 = () => ({
  digest: 'sha1',
  algorithm: new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.1' }),
})

/** What a key may be used for: the bits of the first byte. */
export function keyUsage(bits: number): Extension {
  const extnValue = new BitString({ valueHex: Uint8Array.of(bits) }).toBER()
  return new Extension({ extnID: ID.keyUsage, critical: true, extnValue })
}

export function distinguished(name: string): RelativeDistinguishedNames {
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: ID.commonName, value: new Utf8String({ value: name }) })],
  })
}

export const byEllipticCurve = () => new AlgorithmIdentifier({ algorithmId: ID.ecdsaWithSha256 })

/** A certificate from one day to another, counted from now; it vouches for itself unless another one does. */
export function issue(name: string, wanted: Wanted = {}): Issued {
  const {
    by,
    from = -10,
    until = 10,
    now = new Date(),
    isAuthority = true,
    keyOf,
    extensions = [],
    pathLength,
  } = wanted
  const { digest, algorithm } = wanted.signing ?? { digest: 'sha256', algorithm: byEllipticCurve() }
  const made = keyOf ? undefined : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = (keyOf?.key ?? made?.privateKey) as KeyObject
  const publicKey = (keyOf?.certificate.publicKey ?? made?.publicKey) as KeyObject
  count += 1
  const moment = (days: number) => new Time({ value: new Date(now.getTime() + days * DAY_MS) })
  const constraints = new BasicConstraints({
    cA: isAuthority,
    ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
  })
    .toSchema()
    .toBER()
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: count }),
    signature: algorithm,
    signatureAlgorithm: algorithm,
    issuer: distinguished(by?.name ?? name),
    subject: distinguished(name),
    notBefore: moment(from),
    notAfter: moment(until),
    subjectPublicKeyInfo: readAs(PublicKeyInfo, publicKey.export({ format: 'der', type: 'spki' })),
    extensions: [new Extension({ extnID: ID.basicConstraints, critical: true, extnValue: constraints }), ...extensions],
  })
  certificate.signatureValue = new BitString({
    valueHex: Uint8Array.from(sign(digest, toDer(certificate.encodeTBS()), by?.key ?? key)),
  })
  return { certificate: new X509Certificate(toDer(certificate.toSchema(true))), key, name }
}
