import { createHash, sign } from 'node:crypto'
import { type BaseBlock, Null, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { readAs, readAsn1, toDer } from './asn1.ts'
import { ownCertificate, type SealIdentity } from './identity.ts'
import { ID } from './object-ids.ts'

export type GetTimestamp = (signature: Buffer) => Promise<Buffer>

const VERSION = 1
/** The tags under which a SignerInfo has its attributes. */
const SIGNED = 0
const UNSIGNED = 1

/**
 * A signature over bytes of which only the digest is known, as PAdES wants it: with the certificates, and bound to the
 * signer's own. Without the time, which the PDF says; with a timestamp, that of its authority.
 */
export async function signCms(digest: Buffer, identity: SealIdentity, timestamp?: GetTimestamp): Promise<Buffer> {
  const signatureAlgorithm = signatureAlgorithmOf(identity)
  const attributes = signedAttributes(digest, identity)
  const toSign = toDer(new SetOf({ value: attributes.map((one) => one.toSchema()) }))
  const signature = sign('sha256', toSign, identity.key)
  const token = timestamp && attribute(ID.timestampToken, readAsn1(await timestamp(signature)))
  const certificates = identity.certificates.map((one) => readAs(Certificate, one))
  const signer = new SignerInfo({
    version: VERSION,
    sid: issuerAndSerialOf(certificates),
    digestAlgorithm: sha256(),
    signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED, attributes }),
    signatureAlgorithm,
    signature: new OctetString({ valueHex: signature }),
    ...(token && { unsignedAttrs: new SignedAndUnsignedAttributes({ type: UNSIGNED, attributes: [token] }) }),
  })
  const signedData = new SignedData({
    version: VERSION,
    digestAlgorithms: [sha256()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ID.data }),
    certificates,
    signerInfos: [signer],
  })
  return toDer(new ContentInfo({ contentType: ID.signedData, content: signedData.toSchema(true) }))
}

/** In the order of DER, which sorts the elements of a set, so that equal sets have equal bytes. */
function signedAttributes(digest: Buffer, identity: SealIdentity): Attribute[] {
  const ownDigest = createHash('sha256').update(ownCertificate(identity).raw).digest()
  const essCertIdV2 = new Sequence({ value: [new OctetString({ valueHex: ownDigest })] })
  const attributes = [
    attribute(ID.contentType, new ObjectIdentifier({ value: ID.data })),
    attribute(ID.messageDigest, new OctetString({ valueHex: digest })),
    attribute(ID.signingCertificate, new Sequence({ value: [new Sequence({ value: [essCertIdV2] })] })),
  ]
  return attributes.toSorted((one, other) => Buffer.compare(toDer(one), toDer(other)))
}

function attribute(type: string, value: BaseBlock): Attribute {
  return new Attribute({ type, values: [value] })
}

function sha256(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: ID.sha256 })
}

function signatureAlgorithmOf({ key }: SealIdentity): AlgorithmIdentifier {
  if (key.asymmetricKeyType === 'rsa') {
    return new AlgorithmIdentifier({ algorithmId: ID.rsaWithSha256, algorithmParams: new Null() })
  }
  if (key.asymmetricKeyType === 'ec') return new AlgorithmIdentifier({ algorithmId: ID.ecdsaWithSha256 })
  throw new Error(`A key of the kind ${key.asymmetricKeyType} cannot seal: it must be RSA or EC.`)
}

function issuerAndSerialOf([own]: Certificate[]): IssuerAndSerialNumber {
  if (!own) throw new Error('The identity has no certificate.')
  return new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber })
}
