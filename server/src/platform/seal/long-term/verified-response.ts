import type { X509Certificate } from 'node:crypto'
import { BitString, Enumerated, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, type BasicOCSPResponse, OCSPResponse, ResponseBytes } from 'pkijs'
import { toDer } from '#platform/seal/asn1.ts'
import { derOf, TAG } from '#platform/seal/der.ts'
import { ID } from '#platform/seal/object-ids.ts'

export const SUCCESSFUL = 0
const OF_RSA: readonly string[] = [ID.rsaWithSha256, ID.rsaWithSha384, ID.rsaWithSha512]

/**
 * A response without what anybody on its way may have added, since its signature does not cover that: parameters of the
 * algorithm, and certificates other than the delegate's that it was verified with.
 */
export function verifiedPartOf(response: BasicOCSPResponse, delegate: X509Certificate | undefined): Buffer {
  const { tbsResponseData, signature, signatureAlgorithm } = response
  const { algorithmId } = signatureAlgorithm
  // RFC 4055 wants parameters with RSA, and RFC 5758 none with ECDSA.
  const algorithm = new AlgorithmIdentifier({
    algorithmId,
    ...(OF_RSA.includes(algorithmId) && { algorithmParams: new Null() }),
  })
  const basic = derOf(
    TAG.sequence,
    Buffer.from(tbsResponseData.tbsView),
    toDer(algorithm),
    toDer(new BitString({ valueHex: Uint8Array.from(signature.valueBlock.valueHexView) })),
    ...(delegate ? [derOf(TAG.first, derOf(TAG.sequence, delegate.raw))] : []),
  )
  const responseBytes = new ResponseBytes({
    responseType: ID.ocspBasic,
    response: new OctetString({ valueHex: Uint8Array.from(basic) }),
  })
  return toDer(new OCSPResponse({ responseStatus: new Enumerated({ value: SUCCESSFUL }), responseBytes }))
}
