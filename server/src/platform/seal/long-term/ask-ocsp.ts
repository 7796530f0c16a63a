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
import { signatureFault } from '#platform/seal/check-signature.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { octetsOf } from '#platform/seal/read-cms.ts'
import { expectCurrent, fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

export type Subject = { certificate: X509Certificate; issuer: X509Certificate }

const MAX_ANSWER_BYTES = 32 * 1024
const NONCE_BYTES = 16
const SUCCESSFUL = 0
/** The tags of the choices of CertStatus. */
const GOOD = 0
const REVOKED = 1

/** Asks a responder (RFC 6960) whether a certificate is good; answers its response, once verified. */
export async function askOcsp(deps: RevocationDeps, url: string, subject: Subject): Promise<Buffer> {
  const nonce = toDer(new OctetString({ valueHex: randomBytes(NONCE_BYTES) }))
  const id = certificateId(subject)
  const answer = await fetchBytes(deps, {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' },
    body: questionOf(id, nonce),
    maxResponseBytes: MAX_ANSWER_BYTES,
  })
  verifyResponse(answer, { ...subject, id, nonce, now: deps.clock.now() })
  return answer
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

function verifyResponse(answer: Buffer, asked: Asked): void {
  const { responseStatus, responseBytes } = readAs(OCSPResponse, answer)
  if (responseStatus.valueBlock.valueDec !== SUCCESSFUL || responseBytes?.responseType !== ID.ocspBasic) {
    throw new RevocationUnknown(`The OCSP responder refused with the status ${responseStatus.valueBlock.valueDec}.`)
  }
  const response = readAs(BasicOCSPResponse, octetsOf(responseBytes.response))
  checkSignature(response, asked)
  const { responses, responseExtensions = [] } = response.tbsResponseData
  const nonce = responseExtensions.find((one) => one.extnID === ID.ocspNonce)
  // Responders that answer from a cache leave it out.
  if (nonce && !octetsOf(nonce.extnValue).equals(asked.nonce)) {
    throw new RevocationUnknown('The OCSP response answers another question.')
  }
  const single = responses.find((one) => one.certID.isEqual(asked.id))
  if (!single) throw new RevocationUnknown('The OCSP response is about another certificate.')
  expectCurrent({ from: single.thisUpdate, until: single.nextUpdate }, asked.now)
  checkStatus(single, asked)
}

function checkStatus({ certStatus }: SingleResponse, { certificate }: Subject): void {
  const tag = certStatus?.idBlock?.tagNumber
  if (tag === REVOKED) throw new CertificateRevoked(`The certificate ${certificate.serialNumber} was revoked.`)
  if (tag !== GOOD) throw new RevocationUnknown('The OCSP responder does not know the certificate.')
}

/** Signed by the issuer itself, or by a certificate that the issuer made for this. */
function checkSignature(response: BasicOCSPResponse, { issuer, now }: Asked): void {
  const delegates = (response.certs ?? [])
    .filter((one) => isForOcsp(one))
    .map((one) => new X509Certificate(toDer(one)))
    .filter((one) => one.checkIssued(issuer) && one.verify(issuer.publicKey))
    .filter(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate)
  const signed = {
    bytes: Buffer.from(response.tbsResponseData.tbsView),
    signature: Buffer.from(response.signature.valueBlock.valueHexView),
    algorithm: response.signatureAlgorithm.algorithmId,
  }
  const holds = [issuer, ...delegates].some(({ publicKey }) => signatureFault(signed, publicKey) === undefined)
  if (!holds) throw new RevocationUnknown('The OCSP response is not signed by the issuer, or by a valid delegate.')
}

function isForOcsp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find((one) => one.extnID === ID.extendedKeyUsage)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(ID.ocspSigning)
}
