import { createHash, type KeyObject, type X509Certificate } from 'node:crypto'
import { ObjectIdentifier, Sequence } from 'asn1js'
import { AlgorithmIdentifier, Certificate, ExtKeyUsage, TSTInfo } from 'pkijs'
import { readAs, valuesIn } from './asn1.ts'
import { isTrusted } from './certificate-chain.ts'
import { safeDigest, signatureFault } from './check-signature.ts'
import { ID } from './object-ids.ts'
import { isNameOf, octetsOf, readSignedContent, type SignedContent } from './read-cms.ts'
import { TimestampRefused } from './timestamp-refused.ts'

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
  const info = readAs(TSTInfo, content)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== ID.sha256 || !octetsOf(hashedMessage).equals(digest)) {
    throw new TimestampRefused('The timestamp is about something else.')
  }
  if (!info.nonce || !nonce.equals(info.nonce.valueBlock.valueHexView)) {
    throw new TimestampRefused('The timestamp answers another question.')
  }
  const { genTime } = info
  const differenceMs = Math.abs(genTime.getTime() - now.getTime())
  if (Number.isNaN(differenceMs)) throw new TimestampRefused('The time of the timestamp cannot be read.')
  if (differenceMs > MAX_CLOCK_DIFFERENCE_MS) {
    throw new TimestampRefused(
      `The timestamp says ${genTime.toISOString()}, which is far from the clock of the service.`,
    )
  }
  return genTime
}

/** The certificate that both the signer and the signed attribute name, so that it cannot be replaced by another one. */
function signerOf({ certificates, signer }: SignedContent): X509Certificate {
  const named = certificates.find((one) => isNameOf(signer.name, one))
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
  const [first, ...rest] = valuesIn(valuesIn(valuesIn(attribute)[0])[0])
  if (!second) return { algorithm: 'sha1', hash: octetsOf(first) }
  if (!(first instanceof Sequence)) return { algorithm: 'sha256', hash: octetsOf(first) }
  return { algorithm: digestOf(readAs(AlgorithmIdentifier, first).algorithmId), hash: octetsOf(rest[0]) }
}

function checkSignature({ content, signer }: SignedContent, publicKey: KeyObject): void {
  const digest = digestOf(signer.digestAlgorithm)
  const type = signer.attributes.get(ID.contentType)
  const messageDigest = signer.attributes.get(ID.messageDigest)
  const isAboutContent = messageDigest && octetsOf(messageDigest).equals(createHash(digest).update(content).digest())
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== ID.timestampInfo || !isAboutContent) {
    throw new TimestampRefused('The signature is not about the timestamp.')
  }
  const { signedAttributes: bytes, signature, signatureAlgorithm: algorithm } = signer
  const fault = signatureFault({ bytes, signature, algorithm, digest }, publicKey)
  if (fault) throw new TimestampRefused(fault.replace('The signature is', 'The signature of the timestamp is'))
}

/** RFC 3161, 2.3: the extended key usage is critical, and timestamping only. */
function checkCertificate(certificate: X509Certificate, genTime: Date): void {
  const { extensions = [] } = readAs(Certificate, certificate.raw)
  const usage = extensions.find((one) => one.extnID === ID.extendedKeyUsage)
  const { keyPurposes } = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue : { keyPurposes: [] }
  if (!usage?.critical || keyPurposes.length !== 1 || keyPurposes[0] !== ID.timestamping) {
    throw new TimestampRefused('The certificate of the timestamp is not one for timestamps.')
  }
  if (genTime < certificate.validFromDate || genTime > certificate.validToDate) {
    throw new TimestampRefused('The certificate of the timestamp was not valid at that time.')
  }
}

function digestOf(id: string): string {
  const digest = safeDigest(id)
  if (!digest) throw new TimestampRefused(`Digests of the kind ${id} are not taken here.`)
  return digest
}
