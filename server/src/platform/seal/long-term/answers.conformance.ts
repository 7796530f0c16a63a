import { sign } from 'node:crypto'
import {
  type BaseBlock,
  BitString,
  Constructed,
  Enumerated,
  GeneralizedTime,
  type Integer,
  OctetString,
  Primitive,
} from 'asn1js'
import {
  AccessDescription,
  AlgorithmIdentifier,
  BasicOCSPResponse,
  type CertID,
  Certificate,
  CertificateRevocationList,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  Extensions,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  ResponseData,
  RevokedCertificate,
  SingleResponse,
  Time,
} from 'pkijs'
import { readAs, toDer } from '#platform/seal/asn1.ts'
import { distinguished, type Issued, sequence, valuesOf } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'

/** The choices of CertStatus (RFC 6960, 4.2.1). */
const tagged = (tagNumber: number) => ({ idBlock: { tagClass: 3, tagNumber } })
export const GOOD = () => new Primitive(tagged(0))
export const REVOKED = ({ at = new Date('2024-01-01'), reason }: { at?: Date; reason?: number } = {}) => {
  const value: BaseBlock[] = [new GeneralizedTime({ valueDate: at })]
  if (reason !== undefined) value.push(new Constructed({ ...tagged(0), value: [new Enumerated({ value: reason })] }))
  return new Constructed({ ...tagged(1), value })
}
export const UNKNOWN = () => new Primitive(tagged(2))

const URI = 6
const MINUTE_MS = 60_000

/** How an authority signs: with which digest, and what it says about that. */
type Signing = { by: Issued; digest?: string | undefined; algorithm?: string | undefined }

function signed(bytes: Buffer, { by, digest = 'sha256', algorithm = ID.ecdsaWithSha256 }: Signing) {
  return {
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithm }),
    signature: new BitString({ valueHex: Uint8Array.from(sign(digest, bytes, by.key)) }),
  }
}

export type OcspParts = Signing & {
  now: Date
  status?: BaseBlock
  /** In minutes from now; no end if it is null. */
  from?: number
  until?: number | null
  nonce?: Buffer | null
  /** About what it is, from what was asked about. */
  about?: (asked: CertID) => CertID[]
  /** The certificates that come with it. */
  certificates?: Issued[]
  outcome?: number
  type?: string
}

/** What a responder could answer to a question. */
export function ocspAnswer(question: Buffer, parts: OcspParts): Buffer {
  const { by, now, status = GOOD(), from = -1, until = 60, about = (asked) => [asked], certificates = [] } = parts
  const { requestList, requestExtensions = [] } = readAs(OCSPRequest, question).tbsRequest
  const asked = requestList[0]?.reqCert
  if (!asked) throw new Error('The question is about nothing.')
  const moment = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS)
  const extensions = requestExtensions.flatMap((one) => (parts.nonce === null ? [] : [withNonce(one, parts.nonce)]))
  const tbsResponseData = new ResponseData({
    responderID: distinguished(by.name),
    producedAt: now,
    responses: about(asked).map(
      (certID) =>
        new SingleResponse({
          certID,
          certStatus: status,
          thisUpdate: moment(from),
          ...(until !== null && { nextUpdate: moment(until) }),
        }),
    ),
    ...(extensions.length > 0 && { responseExtensions: extensions }),
  })
  const tbs = toDer(tbsResponseData.toSchema(true))
  tbsResponseData.tbsView = Uint8Array.from(tbs)
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    ...signed(tbs, parts),
    ...(certificates.length > 0 && { certs: certificates.map((one) => readAs(Certificate, one.certificate.raw)) }),
  })
  return answerWith(toDer(basic), parts)
}

function withNonce(extension: Extension, nonce: Buffer | undefined): Extension {
  if (!nonce) return extension
  return anExtension(ID.ocspNonce, new OctetString({ valueHex: nonce }))
}

/** An answer with a response that is written already. */
export function answerWith(
  response: Buffer,
  { outcome = 0, type = ID.ocspBasic }: Pick<OcspParts, 'outcome' | 'type'> = {},
) {
  const responseBytes = new ResponseBytes({ responseType: type, response: new OctetString({ valueHex: response }) })
  return toDer(new OCSPResponse({ responseStatus: new Enumerated({ value: outcome }), responseBytes }))
}

/** A refusal to answer. */
export function ocspRefusal(outcome: number): Buffer {
  return toDer(new OCSPResponse({ responseStatus: new Enumerated({ value: outcome }) }))
}

export type CrlParts = Signing & {
  now: Date
  /** In minutes from now; no end if it is null. */
  from?: number
  until?: number | null
  revoked?: (Integer | RevokedCertificate)[]
  issuer?: string
  extensions?: Extension[]
}

/** A list of revoked certificates, by their numbers. */
export function crlOf(parts: CrlParts): Buffer {
  const { by, now, from = -1, until = 60, revoked = [], issuer = by.name, extensions = [] } = parts
  const moment = (minutes: number) => new Time({ value: new Date(now.getTime() + minutes * MINUTE_MS) })
  const signature = new AlgorithmIdentifier({ algorithmId: parts.algorithm ?? ID.ecdsaWithSha256 })
  const crl = new CertificateRevocationList({
    version: 1,
    signature,
    issuer: distinguished(issuer),
    thisUpdate: moment(from),
    ...(until !== null && { nextUpdate: moment(until) }),
    ...(revoked.length > 0 && {
      revokedCertificates: revoked.map((one) =>
        one instanceof RevokedCertificate
          ? one
          : new RevokedCertificate({ userCertificate: one, revocationDate: moment(from) }),
      ),
    }),
    ...(extensions.length > 0 && { crlExtensions: new Extensions({ extensions }) }),
  })
  const [tbs = Buffer.alloc(0)] = valuesOf(toDer(crl.toSchema(true)))
  const { signatureAlgorithm, signature: value } = signed(tbs, parts)
  return sequence(tbs, toDer(signatureAlgorithm), toDer(value))
}

/** What a list says of a certificate, with the extensions of the entry. */
export function revokedFor(of: Issued, at: Date, extensions: Extension[] = []): RevokedCertificate {
  return new RevokedCertificate({
    userCertificate: numberOf(of),
    revocationDate: new Time({ value: at }),
    ...(extensions.length > 0 && { crlEntryExtensions: new Extensions({ extensions }) }),
  })
}

/** The number of a certificate, as lists have it. */
export const numberOf = ({ certificate }: Issued) => readAs(Certificate, certificate.raw).serialNumber

/** An extension of a certificate or a list, which says this. */
export function anExtension(extnID: string, value: BaseBlock | { toSchema(): BaseBlock }, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: Uint8Array.from(toDer(value)).buffer })
}

/** What a certificate may be used for. */
export function purposes(...keyPurposes: string[]): Extension {
  return anExtension(ID.extendedKeyUsage, new ExtKeyUsage({ keyPurposes }))
}

type NameType = 1 | 6
const nameOf = (value: string, type: NameType = URI) => new GeneralName({ type, value })

/** Where a responder answers, or where the issuer is to be had: `[ID.ocsp, address]`. */
export function access(...places: (readonly [method: string, address: string, type?: NameType])[]): Extension {
  const accessDescriptions = places.map(
    ([accessMethod, address, type]) => new AccessDescription({ accessMethod, accessLocation: nameOf(address, type) }),
  )
  return anExtension(ID.authorityInfoAccess, new InfoAccess({ accessDescriptions }))
}

/** Where lists of revoked certificates are: the addresses of each point. */
export function lists(...points: string[][]): Extension {
  const distributionPoints = points.map(
    (addresses) => new DistributionPoint({ distributionPoint: addresses.map((one) => nameOf(one)) }),
  )
  return anExtension(ID.crlDistributionPoints, new CRLDistributionPoints({ distributionPoints }))
}
