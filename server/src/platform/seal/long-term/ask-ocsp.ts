import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  BasicOCSPResponse,
  CertID,
  Certificate,
  Extension,
  ExtKeyUsage,
  OCSPRequest,
  OCSPResponse,
  Request,
  type SingleResponse,
  TBSRequest,
} from 'pkijs'
import { readAs, toDer } from '#platform/seal/asn1.ts'
import { isIssuer } from '#platform/seal/certificate-chain.ts'
import { signatureFault } from '#platform/seal/check-signature.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { expectCurrent, fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import { isHarmless, revocationIn } from './harmless-revocation.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { SUCCESSFUL, verifiedPartOf } from './verified-response.ts'

export type Subject = {
  certificate: X509Certificate
  issuer: X509Certificate
  /** If all that it signed are timestamps: the time of the last one. */
  timestampedAt?: Date | undefined
}
/** What a reader needs to tell the status; `isRevoked` if timestamps of before remain valid. */
export type Proof = { bytes: Buffer; isRevoked: boolean }

const MAX_ANSWER_BYTES = 32 * 1024
const NONCE_BYTES = 16
/** The tags of the choices of CertStatus. */
const GOOD = 0
const REVOKED = 1

/** Asks a responder (RFC 6960) whether a certificate is good; answers what it signed, once verified. */
export async function askOcsp(deps: RevocationDeps, url: string, subject: Subject): Promise<Proof> {
  const nonce = toDer(new OctetString({ valueHex: randomBytes(NONCE_BYTES) }))
  const id = certificateId(subject)
  const answer = await fetchBytes(deps, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
    body: questionOf(id, nonce),
    maxResponseBytes: MAX_ANSWER_BYTES,
  })
  return verifyResponse(answer, { ...subject, id, nonce, now: deps.clock.now() })
}

type Asked = Subject & { id: CertID; nonce: Buffer; now: Date }

function questionOf(id: CertID, nonce: Buffer): Buffer {
  const requestExtensions = [new Extension({ extnID: ID.ocspNonce, extnValue: Uint8Array.from(nonce).buffer })]
  const tbsRequest = new TBSRequest({ requestList: [new Request({ reqCert: id })], requestExtensions })
  return toDer(new OCSPRequest({ tbsRequest }).toSchema(true))
}

/** RFC 6960, 4.1.1. SHA-1 identifies the certificate here and protects nothing; responders know no other digest. */
function certificateId({ certificate, issuer }: Subject): CertID {
  const own = readAs(Certificate, certificate.raw)
  const { subject, subjectPublicKeyInfo } = readAs(Certificate, issuer.raw)
  const sha1 = (bytes: Uint8Array) => new OctetString({ valueHex: createHash('sha1').update(bytes).digest() })
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: ID.sha1, algorithmParams: new Null() }),
    issuerNameHash: sha1(toDer(subject)),
    issuerKeyHash: sha1(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
    serialNumber: own.serialNumber,
  })
}

function verifyResponse(answer: Buffer, asked: Asked): Proof {
  const { responseStatus, responseBytes } = readAs(OCSPResponse, answer)
  if (responseStatus.valueBlock.valueDec !== SUCCESSFUL || responseBytes?.responseType !== ID.ocspBasic) {
    throw new RevocationUnknown(`The OCSP responder refused with the status ${responseStatus.valueBlock.valueDec}.`)
  }
  const response = readAs(BasicOCSPResponse, octetsOf(responseBytes.response))
  const signer = signerOf(response, asked)
  const { responses, responseExtensions = [] } = response.tbsResponseData
  const nonce = responseExtensions.find((one) => one.extnID === ID.ocspNonce)
  // Responders that answer from a cache leave it out.
  if (nonce && !octetsOf(nonce.extnValue).equals(asked.nonce)) {
    throw new RevocationUnknown('The OCSP response answers another question.')
  }
  const single = responses.find((one) => one.certID.isEqual(asked.id))
  if (!single) throw new RevocationUnknown('The OCSP response is about another certificate.')
  expectCurrent({ from: single.thisUpdate, until: single.nextUpdate }, asked.now)
  return {
    bytes: verifiedPartOf(response, signer === asked.issuer ? undefined : signer),
    isRevoked: isRevoked(single, asked),
  }
}

/** Throws, unless it is revoked so that nothing changes for the timestamps that were signed. */
function isRevoked({ certStatus }: SingleResponse, { certificate, timestampedAt }: Subject): boolean {
  const tag = certStatus?.idBlock?.tagNumber
  if (tag === GOOD) return false
  if (tag !== REVOKED) throw new RevocationUnknown('The OCSP responder does not know the certificate.')
  if (isHarmless(revocationIn(certStatus), timestampedAt)) return true
  throw new CertificateRevoked(`The certificate ${certificate.serialNumber} was revoked.`)
}

/** Who signed: the issuer itself, or a certificate that the issuer made for this. */
function signerOf(response: BasicOCSPResponse, { issuer, now }: Asked): X509Certificate {
  const delegates = (response.certs ?? [])
    .filter((one) => isForOcsp(one))
    .map((one) => new X509Certificate(toDer(one)))
    .filter((one) => isIssuer(issuer, [one]))
    .filter(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate)
  const signed = {
    bytes: Buffer.from(response.tbsResponseData.tbsView),
    signature: Buffer.from(response.signature.valueBlock.valueHexView),
    algorithm: response.signatureAlgorithm.algorithmId,
  }
  const signer = [issuer, ...delegates].find(({ publicKey }) => signatureFault(signed, publicKey) === undefined)
  if (signer) return signer
  throw new RevocationUnknown('The OCSP response is not signed by the issuer, or by a valid delegate.')
}

function isForOcsp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find((one) => one.extnID === ID.extendedKeyUsage)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(ID.ocspSigning)
}
