import { X509Certificate } from 'node:crypto'
import { type BaseBlock, OctetString } from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { readAs, toDer, UnreadableAsn1 } from './asn1.ts'
import { ID } from './object-ids.ts'

/** The only signature of a CMS SignedData (RFC 5652), with what it is over. */
export type SignedContent = {
  contentType: string
  content: Buffer
  certificates: X509Certificate[]
  signer: {
    name: IssuerAndSerialNumber
    digestAlgorithm: string
    signatureAlgorithm: string
    signature: Buffer
    /** As they are signed: a SET OF, whatever tag they are written under. */
    signedAttributes: Buffer
    /** The attributes that occur once, with their single value. */
    attributes: ReadonlyMap<string, BaseBlock>
  }
}

/** Reads a SignedData that holds its content and has one signer, who is named by issuer and serial number. */
export function readSignedContent(bytes: Buffer): SignedContent {
  const { contentType, content } = readAs(ContentInfo, bytes)
  if (contentType !== ID.signedData) throw new UnreadableAsn1('This is not a SignedData.')
  const { encapContentInfo, certificates = [], signerInfos } = readAs(SignedData, content as BaseBlock)
  if (!encapContentInfo.eContent) throw new UnreadableAsn1('The content is absent.')
  const [signer, ...others] = signerInfos
  if (!signer || others.length > 0) throw new UnreadableAsn1('There must be exactly one signer.')
  return {
    contentType: encapContentInfo.eContentType,
    content: octetsOf(encapContentInfo.eContent),
    certificates: certificates
      .filter((one) => one instanceof Certificate)
      .map((one) => new X509Certificate(toDer(one))),
    signer: readSigner(signer),
  }
}

/** Whether issuer and serial number are those of the certificate. */
export function isNameOf({ issuer, serialNumber }: IssuerAndSerialNumber, certificate: X509Certificate): boolean {
  const own = readAs(Certificate, certificate.raw)
  return own.issuer.isEqual(issuer) && own.serialNumber.isEqual(serialNumber)
}

/** The bytes of an octet string, also of one in pieces. */
export function octetsOf(block: BaseBlock | undefined): Buffer {
  if (!(block instanceof OctetString)) throw new UnreadableAsn1('Expected an octet string.')
  return Buffer.from(block.getValue())
}

function readSigner(signer: SignerInfo): SignedContent['signer'] {
  if (!(signer.sid instanceof IssuerAndSerialNumber) || !signer.signedAttrs) {
    throw new UnreadableAsn1('The signer has no issuer and serial number, or no signed attributes.')
  }
  return {
    name: signer.sid,
    digestAlgorithm: signer.digestAlgorithm.algorithmId,
    signatureAlgorithm: signer.signatureAlgorithm.algorithmId,
    signature: octetsOf(signer.signature),
    signedAttributes: Buffer.from(signer.signedAttrs.encodedValue),
    attributes: attributesOf(signer.signedAttrs.attributes),
  }
}

/** pkijs gives an attribute with an empty set no values at all. */
function attributesOf(list: readonly { type: string; values?: unknown[] }[]): Map<string, BaseBlock> {
  const attributes = new Map<string, BaseBlock>()
  for (const { type, values = [] } of list) {
    const [value, ...others] = values
    if (!value || others.length > 0 || attributes.has(type)) {
      throw new UnreadableAsn1('An attribute must occur once, with one value.')
    }
    attributes.set(type, value as BaseBlock)
  }
  return attributes
}
