import { createHash, randomBytes, type X509Certificate } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, PKIStatusInfo, TimeStampReq } from 'pkijs'
import type { Clock } from '#platform/clock.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { rawOf, readAs, readAsn1, toDer, valuesIn } from './asn1.ts'
import { ID } from './object-ids.ts'
import { TimestampRefused } from './timestamp-refused.ts'
import { verifyTimestamp } from './verify-timestamp.ts'

export type TimestampAuthority = {
  url: string
  /** The trusted roots of its certificate; without any, every certificate is accepted. */
  roots?: readonly X509Certificate[] | undefined
}

type Dependencies = { outbound: Outbound; clock: Clock }
type Asked = { digest: Buffer; nonce: Buffer }

/** The bytes that a PDF reserves for a timestamp. With the certificates of its authority, most take a third of it. */
export const MAX_TOKEN_BYTES = 20 * 1024
const MAX_ANSWER_BYTES = MAX_TOKEN_BYTES + 1024
const TIMEOUT_MS = 10_000
const VERSION = 1
const NONCE_BYTES = 8
/** Granted, or granted with changes. */
const GRANTED = [0, 1]

/** Asks a time stamping authority (RFC 3161) to confirm that this signature exists; answers its token, once verified. */
export async function requestTimestamp(
  { outbound, clock }: Dependencies,
  { url, roots }: TimestampAuthority,
  signature: Buffer,
  timeoutMs = TIMEOUT_MS,
): Promise<Buffer> {
  const asked = { digest: createHash('sha256').update(signature).digest(), nonce: aNonce() }
  const answer = await outbound.call({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: questionOf(asked),
    timeoutMs,
    maxResponseBytes: MAX_ANSWER_BYTES,
  })
  if (answer.outcome !== 'answered') throw new TimestampRefused(`There was no answer: ${answer.message}`)
  if (answer.status !== 200) throw new TimestampRefused(`The answer had the status ${answer.status} instead of 200.`)
  const type = answer.headers['content-type'] ?? ''
  if (!/^application\/timestamp-reply\b/i.test(type))
    throw new TimestampRefused(`The answer was of the type "${type}".`)
  if (answer.truncated) throw new TimestampRefused(`The answer had more than ${MAX_ANSWER_BYTES} bytes.`)
  return tokenIn(answer.body, (token) => verifyTimestamp(token, { ...asked, now: clock.now(), roots }))
}

/** Its first bit is not set, and its first byte is not zero: so it comes back as it was sent. */
function aNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

function questionOf({ digest, nonce }: Asked): Buffer {
  const hashAlgorithm = new AlgorithmIdentifier({ algorithmId: ID.sha256, algorithmParams: new Null() })
  const messageImprint = new MessageImprint({ hashAlgorithm, hashedMessage: new OctetString({ valueHex: digest }) })
  const request = new TimeStampReq({
    version: VERSION,
    messageImprint,
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return toDer(request)
}

/** The token as the authority wrote it: to encode it again might break its signature. */
function tokenIn(body: Buffer, check: (token: Buffer) => void): Buffer {
  try {
    const [status, token] = valuesIn(readAsn1(body))
    if (!status) throw new TimestampRefused('The answer was empty.')
    const { status: code } = readAs(PKIStatusInfo, status)
    if (!GRANTED.includes(code)) throw new TimestampRefused(`It was refused with the status ${code}.`)
    if (!token) throw new TimestampRefused('It was granted, but the answer held no timestamp.')
    const bytes = rawOf(token)
    if (bytes.length > MAX_TOKEN_BYTES) throw new TimestampRefused('The timestamp is too large.')
    check(bytes)
    return bytes
  } catch (error) {
    if (error instanceof TimestampRefused) throw error
    throw new TimestampRefused('The answer could not be read.', { cause: error })
  }
}
