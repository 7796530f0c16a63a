import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { type BaseBlock, BitString, Integer, OctetString, Sequence, Set as SetOf, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'
import { readAs, toDer } from './asn1.ts'
import type { SealIdentity } from './identity.ts'
import { ID } from './object-ids.ts'

type Wanted = { organization: string; now: Date }

const generate = promisify(generateKeyPair)
const YEARS = 10
const SERIAL_BYTES = 16
const VERSION_3 = 2
/** Digital signatures, and signatures that are not to be denied: the first two of nine bits. */
const USAGE = { valueHex: Uint8Array.of(0b1100_0000), unusedBits: 6 }
/** What certificates can hold of a name. */
const MAX_NAME_CHARACTERS = 64
/** From this year on, a year has four digits. */
const FIRST_LONG_YEAR = 2050

/** A key and a self-signed certificate: it tells whether a file was changed, and which service sealed it. */
export async function makeIdentity({ organization, now }: Wanted): Promise<SealIdentity> {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'P-256' })
  const certificate = certificateOf(organization, now, publicKey)
  const toSign = toDer(certificate.encodeTBS())
  certificate.signatureValue = new BitString({ valueHex: sign('sha256', toSign, privateKey) })
  return { key: privateKey, certificates: [toDer(certificate.toSchema(true))] }
}

function certificateOf(organization: string, now: Date, publicKey: KeyObject): Certificate {
  const name = nameOf(organization)
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + YEARS)
  const keyInfo = publicKey.export({ format: 'der', type: 'spki' })
  return new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: serialNumber() }),
    signature: signatureAlgorithm(),
    signatureAlgorithm: signatureAlgorithm(),
    issuer: name,
    subject: name,
    notBefore: timeOf(now),
    notAfter: timeOf(end),
    subjectPublicKeyInfo: readAs(PublicKeyInfo, keyInfo),
    extensions: extensionsOf(keyInfo),
  })
}

function signatureAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: ID.ecdsaWithSha256 })
}

function timeOf(value: Date): Time {
  return new Time({
    type: value.getUTCFullYear() >= FIRST_LONG_YEAR ? TimeType.GeneralizedTime : TimeType.UTCTime,
    value,
  })
}

function nameOf(organization: string): RelativeDistinguishedNames {
  const short = [...organization.trim()].slice(0, MAX_NAME_CHARACTERS).join('').toWellFormed()
  if (short === '') throw new Error('A certificate needs the name of an organization.')
  const parts = [ID.organization, ID.commonName].map((type) => {
    const attribute = new AttributeTypeAndValue({ type, value: new Utf8String({ value: short }) })
    return new SetOf({ value: [attribute.toSchema()] })
  })
  // pkijs itself would write one part that has both.
  return readAs(RelativeDistinguishedNames, toDer(new Sequence({ value: parts })))
}

/** Random, positive and of full length. */
function serialNumber(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

function extensionsOf(keyInfo: Buffer): Extension[] {
  const keyId = createHash('sha256').update(keyInfo).digest().subarray(0, 20)
  return [
    extension(ID.basicConstraints, new BasicConstraints().toSchema(), true),
    extension(ID.keyUsage, new BitString(USAGE), true),
    extension(ID.subjectKeyId, new OctetString({ valueHex: keyId }), false),
  ]
}

function extension(extnID: string, value: BaseBlock, critical: boolean): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}
