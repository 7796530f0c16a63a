import { createHash, sign } from 'node:crypto'
import { ownCertificate, type SealIdentity } from './identity.ts'
import { ID } from './object-ids.ts'
import { CONTEXT, partAt, partsOf, readDer, SEQUENCE } from './read-der.ts'
import { integer, nothing, objectId, octets, sequence, set, tagged } from './write-der.ts'

export type GetTimestamp = (signature: Buffer) => Promise<Buffer>

const VERSION = 1
const SET_TAG = 0x31

/**
 * A signature over bytes of which only the digest is known, as PAdES wants it: with the certificates, and bound to the
 * signer's own. Without the time, which the PDF says; with a timestamp, that of its authority.
 */
export async function signCms(digest: Buffer, identity: SealIdentity, timestamp?: GetTimestamp): Promise<Buffer> {
  const algorithm = signatureAlgorithm(identity)
  const attributes = signedAttributes(digest, identity)
  const signature = sign('sha256', attributes, identity.key)
  const unsigned = timestamp ? [tagged(1, attribute(ID.timestampToken, await timestamp(signature)))] : []
  const signer = sequence(
    integer(VERSION),
    issuerAndSerial(identity),
    sequence(objectId(ID.sha256)),
    withinBrackets(attributes),
    algorithm,
    octets(signature),
    ...unsigned,
  )
  const signedData = sequence(
    integer(VERSION),
    set(sequence(objectId(ID.sha256))),
    sequence(objectId(ID.data)),
    tagged(0, ...identity.certificates),
    set(signer),
  )
  return sequence(objectId(ID.signedData), tagged(0, signedData))
}

function signedAttributes(digest: Buffer, identity: SealIdentity): Buffer {
  const ownDigest = createHash('sha256').update(ownCertificate(identity).raw).digest()
  return set(
    attribute(ID.contentType, objectId(ID.data)),
    attribute(ID.messageDigest, octets(digest)),
    attribute(ID.signingCertificate, sequence(sequence(sequence(octets(ownDigest))))),
  )
}

function attribute(id: string, content: Buffer): Buffer {
  return sequence(objectId(id), set(content))
}

/** The attributes are signed as a set, and written down as the first thing in brackets. */
function withinBrackets(attributes: Buffer): Buffer {
  if (attributes[0] !== SET_TAG) throw new Error('The attributes are not a SET.')
  return Buffer.concat([Buffer.from([CONTEXT]), attributes.subarray(1)])
}

function signatureAlgorithm({ key }: SealIdentity): Buffer {
  if (key.asymmetricKeyType === 'rsa') return sequence(objectId(ID.rsaWithSha256), nothing())
  if (key.asymmetricKeyType === 'ec') return sequence(objectId(ID.ecdsaWithSha256))
  throw new Error(`A key of the kind ${key.asymmetricKeyType} cannot seal: it must be RSA or EC.`)
}

/** The order of fields in a certificate: optional version, serial number, signature algorithm, issuer. */
function issuerAndSerial(identity: SealIdentity): Buffer {
  const certificate = readDer(ownCertificate(identity).raw)
  const parts = partsOf(partAt(partsOf(certificate), 0, SEQUENCE))
  const first = parts[0]?.tag === CONTEXT ? 1 : 0
  const [serial, , issuer] = parts.slice(first)
  if (!serial || !issuer) throw new Error('The certificate cannot be read.')
  return sequence(issuer.whole, serial.whole)
}
