import { X509Certificate } from 'node:crypto'
import { ID } from './object-ids.ts'
import {
  BOOLEAN,
  CONTEXT,
  type Der,
  INTEGER,
  OCTET_STRING,
  objectIdOf,
  octetsOf,
  partAt,
  partsOf,
  readDer,
  SEQUENCE,
  SET,
  UnreadableDer,
} from './read-der.ts'

/** The only signature of a CMS SignedData (RFC 5652), with what it is over. */
export type SignedContent = {
  contentType: string
  content: Buffer
  certificates: X509Certificate[]
  signer: {
    issuer: Buffer
    serial: Buffer
    digestAlgorithm: string
    signatureAlgorithm: string
    signature: Buffer
    /** As they are signed: a SET OF, whatever tag they are written under. */
    signedAttributes: Buffer
    /** The attributes that occur once, with their single value. */
    attributes: ReadonlyMap<string, Der>
  }
}

/** Reads a SignedData that holds its content and has one signer, who is named by issuer and serial number. */
export function readSignedContent(bytes: Buffer): SignedContent {
  const [type, brackets] = partsOf(readDer(bytes))
  if (!type || !brackets || objectIdOf(type) !== ID.signedData) throw new UnreadableDer('This is not a SignedData.')
  const parts = partsOf(partAt(partsOf(brackets), 0, SEQUENCE))
  const [contentType, wrapped] = partsOf(partAt(parts, 2, SEQUENCE))
  const [content] = wrapped ? partsOf(wrapped) : []
  if (!contentType || !content || (content.tag & 0x1f) !== OCTET_STRING)
    throw new UnreadableDer('The content is absent.')
  const optional = parts.slice(3)
  const certificates = optional.find(({ tag }) => tag === CONTEXT)
  const signers = partsOf(partAt(optional, optional.length - 1, SET))
  if (signers.length !== 1 || !signers[0]) throw new UnreadableDer('There must be exactly one signer.')
  return {
    contentType: objectIdOf(contentType),
    content: octetsOf(content),
    certificates: (certificates ? partsOf(certificates) : [])
      .filter(({ tag }) => tag === SEQUENCE)
      .map(({ whole }) => new X509Certificate(whole)),
    signer: readSigner(signers[0]),
  }
}

/** An extension of a certificate. */
export type Extension = { isCritical: boolean; value: Buffer }

export function extensionOf(certificate: X509Certificate, id: string): Extension | undefined {
  const fields = partsOf(partAt(partsOf(readDer(certificate.raw)), 0, SEQUENCE))
  const brackets = fields.find(({ tag }) => tag === CONTEXT + 3)
  const extensions = brackets ? partsOf(partAt(partsOf(brackets), 0, SEQUENCE)).map(partsOf) : []
  const found = extensions.find(([name]) => name && objectIdOf(name) === id)
  const value = found?.at(-1)
  if (!found || value?.tag !== OCTET_STRING) return undefined
  const isCritical = found.some(({ tag, content }) => tag === BOOLEAN && content[0] !== 0)
  return { isCritical, value: value.content }
}

/** Issuer and serial number as a certificate writes them. */
export function issuerAndSerialOf(certificate: X509Certificate): { issuer: Buffer; serial: Buffer } {
  const fields = partsOf(partAt(partsOf(readDer(certificate.raw)), 0, SEQUENCE))
  const first = fields[0]?.tag === CONTEXT ? 1 : 0
  return {
    serial: partAt(fields, first, INTEGER).content,
    issuer: partAt(fields, first + 2, SEQUENCE).whole,
  }
}

function readSigner(signer: Der): SignedContent['signer'] {
  const parts = partsOf(signer)
  const name = partsOf(partAt(parts, 1, SEQUENCE))
  const attributes = partAt(parts, 3, CONTEXT)
  return {
    issuer: partAt(name, 0, SEQUENCE).whole,
    serial: partAt(name, 1, INTEGER).content,
    digestAlgorithm: algorithmOf(partAt(parts, 2, SEQUENCE)),
    signatureAlgorithm: algorithmOf(partAt(parts, 4, SEQUENCE)),
    signature: partAt(parts, 5, OCTET_STRING).content,
    signedAttributes: Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)]),
    attributes: attributesIn(attributes),
  }
}

export function algorithmOf(algorithm: Der): string {
  return objectIdOf(partsOf(algorithm)[0] ?? algorithm)
}

function attributesIn(list: Der): Map<string, Der> {
  const attributes = new Map<string, Der>()
  for (const one of partsOf(list)) {
    const [type, values] = partsOf(one)
    if (!type || values?.tag !== SET) throw new UnreadableDer('An attribute cannot be read.')
    const id = objectIdOf(type)
    const [value, ...others] = partsOf(values)
    if (!value || others.length > 0 || attributes.has(id)) throw new UnreadableDer('An attribute occurs twice.')
    attributes.set(id, value)
  }
  return attributes
}
