import { createHash, type KeyObject, verify, type X509Certificate } from 'node:crypto'
import { ID } from './object-ids.ts'
import { algorithmOf, extensionOf, issuerAndSerialOf, readSignedContent, type SignedContent } from './read-cms.ts'
import {
  type Der,
  GENERALIZED_TIME,
  INTEGER,
  OCTET_STRING,
  objectIdOf,
  partAt,
  partsOf,
  readDer,
  SEQUENCE,
} from './read-der.ts'
import { TimestampRefused } from './timestamp-refused.ts'
import { isTrusted } from './trust-chain.ts'

export type ExpectedTimestamp = {
  /** The SHA-256 that the timestamp was asked for. */
  digest: Buffer
  nonce: Buffer
  /** When it was asked for, by our own clock. */
  now: Date
  /** The trusted roots of the certificate chain; without any, every certificate is accepted. */
  roots?: readonly X509Certificate[] | undefined
}

const MAX_CLOCK_DIFFERENCE_MS = 5 * 60 * 1000
const MIN_RSA_BITS = 2048

const DIGESTS: Record<string, string> = { [ID.sha256]: 'sha256', [ID.sha384]: 'sha384', [ID.sha512]: 'sha512' }
/** The digest that a signature algorithm names; RSA alone leaves it to the digest algorithm beside it. */
const SIGNATURES: Record<string, { key: 'rsa' | 'ec'; digest?: string }> = {
  [ID.rsa]: { key: 'rsa' },
  [ID.rsaWithSha256]: { key: 'rsa', digest: 'sha256' },
  [ID.rsaWithSha384]: { key: 'rsa', digest: 'sha384' },
  [ID.rsaWithSha512]: { key: 'rsa', digest: 'sha512' },
  [ID.ecdsaWithSha256]: { key: 'ec', digest: 'sha256' },
  [ID.ecdsaWithSha384]: { key: 'ec', digest: 'sha384' },
  [ID.ecdsaWithSha512]: { key: 'ec', digest: 'sha512' },
}

/**
 * Checks a token of RFC 3161: that it answers our question, that its signature holds, and that the certificate may sign
 * timestamps at that time. Whether the certificate was revoked is not looked up.
 */
export function verifyTimestamp(token: Buffer, expected: ExpectedTimestamp): void {
  const signed = readSignedContent(token)
  if (signed.contentType !== ID.timestampInfo) throw new TimestampRefused('What is signed is not a timestamp.')
  const genTime = checkInfo(signed.content, expected)
  const certificate = signerOf(signed)
  checkSignature(signed, certificate.publicKey)
  checkCertificate(certificate, genTime)
  if (expected.roots && !isTrusted(certificate, signed.certificates, expected.roots, genTime)) {
    throw new TimestampRefused('The certificate of the timestamp does not lead to one of TIMESTAMP_CA_FILE.')
  }
}

/** The TSTInfo: what was asked, and when it was answered. */
function checkInfo(content: Buffer, { digest, nonce, now }: ExpectedTimestamp): Date {
  const parts = partsOf(readDer(content))
  const [algorithm, imprint] = partsOf(partAt(parts, 2, SEQUENCE))
  if (!algorithm || algorithmOf(algorithm) !== ID.sha256 || !imprint?.content.equals(digest)) {
    throw new TimestampRefused('The timestamp is about something else.')
  }
  const numbers = parts.slice(5).filter(({ tag }) => tag === INTEGER)
  if (numbers.length !== 1 || !numbers[0]?.content.equals(nonce)) {
    throw new TimestampRefused('The timestamp answers another question.')
  }
  const genTime = momentOf(partAt(parts, 4, GENERALIZED_TIME))
  const differenceMs = Math.abs(genTime.getTime() - now.getTime())
  if (!(differenceMs <= MAX_CLOCK_DIFFERENCE_MS)) {
    throw new TimestampRefused(
      `The timestamp says ${genTime.toISOString()}, which is far from the clock of the service.`,
    )
  }
  return genTime
}

/** The certificate that both the signer and the signed attribute name, so that it cannot be replaced by another one. */
function signerOf({ certificates, signer }: SignedContent): X509Certificate {
  const named = certificates.find((one) => {
    const { issuer, serial } = issuerAndSerialOf(one)
    return issuer.equals(signer.issuer) && serial.equals(signer.serial)
  })
  if (!named) throw new TimestampRefused('The timestamp comes without the certificate of its signer.')
  const { algorithm, hash } = certificateHashOf(signer)
  if (!createHash(algorithm).update(named.raw).digest().equals(hash)) {
    throw new TimestampRefused('The certificate is not the one that the timestamp was signed for.')
  }
  return named
}

/** The first ESSCertIDv2 (RFC 5816), or ESSCertID with SHA-1 (RFC 2634), which stands for the signer. */
function certificateHashOf({ attributes }: SignedContent['signer']): { algorithm: string; hash: Buffer } {
  const second = attributes.get(ID.signingCertificate)
  const attribute = second ?? attributes.get(ID.signingCertificateSha1)
  if (!attribute) throw new TimestampRefused('The timestamp does not say which certificate it was signed for.')
  const ids = partsOf(partAt(partsOf(attribute), 0, SEQUENCE))
  const parts = partsOf(partAt(ids, 0, SEQUENCE))
  const hash = parts.find(({ tag }) => tag === OCTET_STRING)
  if (!hash) throw new TimestampRefused('The timestamp does not say which certificate it was signed for.')
  if (!second) return { algorithm: 'sha1', hash: hash.content }
  const [first] = parts
  return { algorithm: first?.tag === SEQUENCE ? digestOf(algorithmOf(first)) : 'sha256', hash: hash.content }
}

function checkSignature({ content, signer }: SignedContent, publicKey: KeyObject): void {
  const digest = digestOf(signer.digestAlgorithm)
  const type = signer.attributes.get(ID.contentType)
  const messageDigest = signer.attributes.get(ID.messageDigest)
  const isAboutContent = messageDigest?.content.equals(createHash(digest).update(content).digest())
  if (!type || objectIdOf(type) !== ID.timestampInfo || !isAboutContent) {
    throw new TimestampRefused('The signature is not about the timestamp.')
  }
  const algorithm = SIGNATURES[signer.signatureAlgorithm]
  if (!algorithm || algorithm.key !== publicKey.asymmetricKeyType || (algorithm.digest ?? digest) !== digest) {
    throw new TimestampRefused(`Signatures of the kind ${signer.signatureAlgorithm} are not taken here.`)
  }
  const { modulusLength = MIN_RSA_BITS } = publicKey.asymmetricKeyDetails ?? {}
  if (modulusLength < MIN_RSA_BITS) throw new TimestampRefused(`A key of ${modulusLength} bits is too short.`)
  if (!verify(digest, signer.signedAttributes, publicKey, signer.signature)) {
    throw new TimestampRefused('The signature of the timestamp is wrong.')
  }
}

/** RFC 3161, 2.3: the extended key usage is critical, and timestamping only. */
function checkCertificate(certificate: X509Certificate, genTime: Date): void {
  const usage = extensionOf(certificate, ID.extendedKeyUsage)
  const purposes = usage ? partsOf(readDer(usage.value)).map(objectIdOf) : []
  if (!usage?.isCritical || purposes.length !== 1 || purposes[0] !== ID.timestamping) {
    throw new TimestampRefused('The certificate of the timestamp is not one for timestamps.')
  }
  if (genTime < certificate.validFromDate || genTime > certificate.validToDate) {
    throw new TimestampRefused('The certificate of the timestamp was not valid at that time.')
  }
}

function digestOf(id: string): string {
  const digest = DIGESTS[id]
  if (!digest) throw new TimestampRefused(`Digests of the kind ${id} are not taken here.`)
  return digest
}

const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/

function momentOf({ content }: Der): Date {
  const [, year, month, day, hour, minute, second, fraction = '0'] = GENERALIZED.exec(content.toString('latin1')) ?? []
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  if (Number.isNaN(moment.getTime())) throw new TimestampRefused('The time of the timestamp cannot be read.')
  return moment
}
