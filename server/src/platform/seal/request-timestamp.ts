import { createHash, randomBytes } from 'node:crypto'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { ID } from './object-ids.ts'
import {
  INTEGER,
  numberOf,
  OCTET_STRING,
  objectIdOf,
  octetsOf,
  partAt,
  partsOf,
  readDer,
  SEQUENCE,
} from './read-der.ts'
import { integer, nothing, objectId, octets, sequence, truth } from './write-der.ts'

/** Why there is no timestamp, in words for whoever runs the service. */
export class TimestampRefused extends Error {
  override readonly name = 'TimestampRefused'
}

type Asked = { digest: Buffer; nonce: Buffer }

/** The room for a timestamp in a PDF; with the certificates of who gives it, most have a third of this. */
export const MOST_TOKEN_BYTES = 20 * 1024
const MOST_ANSWER_BYTES = MOST_TOKEN_BYTES + 1024
const TIMEOUT_MS = 10_000
const VERSION = 1
const NONCE_BYTES = 8
/** Granted, or granted with changes. */
const GRANTED = [0, 1]

/** Asks a time stamping authority (RFC 3161) to confirm that this signature exists; answers its token. */
export async function requestTimestamp(
  outbound: Outbound,
  url: string,
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
    maxResponseBytes: MOST_ANSWER_BYTES,
  })
  if (answer.outcome !== 'answered') throw new TimestampRefused(`There was no answer: ${answer.message}`)
  if (answer.status !== 200) throw new TimestampRefused(`The answer had the status ${answer.status} instead of 200.`)
  const type = answer.headers['content-type'] ?? ''
  if (!/^application\/timestamp-reply\b/i.test(type))
    throw new TimestampRefused(`The answer was of the type "${type}".`)
  if (answer.truncated) throw new TimestampRefused(`The answer had more than ${MOST_ANSWER_BYTES} bytes.`)
  return tokenIn(answer.body, asked)
}

/** Its first bit is not set, and its first byte is not zero: so it comes back as it was sent. */
function aNonce(): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

function questionOf({ digest, nonce }: Asked): Buffer {
  const wantsCertificates = truth()
  return sequence(integer(VERSION), imprintOf(digest), integer(nonce), wantsCertificates)
}

function imprintOf(digest: Buffer): Buffer {
  return sequence(sequence(objectId(ID.sha256), nothing()), octets(digest))
}

function tokenIn(body: Buffer, asked: Asked): Buffer {
  try {
    const [status, token] = partsOf(readDer(body))
    if (!status) throw new TimestampRefused('The answer was empty.')
    const code = numberOf(partAt(partsOf(status), 0, INTEGER))
    if (!GRANTED.includes(code)) throw new TimestampRefused(`It was refused with the status ${code}.`)
    if (!token) throw new TimestampRefused('It was granted, but the answer held no timestamp.')
    if (token.whole.length > MOST_TOKEN_BYTES) throw new TimestampRefused('The timestamp is too large.')
    check(token.whole, asked)
    return Buffer.from(token.whole)
  } catch (error) {
    if (error instanceof TimestampRefused) throw error
    throw new TimestampRefused('The answer could not be read.', { cause: error })
  }
}

/** Whether it is about what was asked; whether its signature holds is for those to judge who trust the authority. */
function check(token: Buffer, { digest, nonce }: Asked): void {
  const parts = partsOf(infoIn(token))
  const [algorithm, imprint] = partsOf(partAt(parts, 2, SEQUENCE))
  const id = algorithm && objectIdOf(partsOf(algorithm)[0] ?? algorithm)
  if (id !== ID.sha256 || !imprint?.content.equals(digest)) {
    throw new TimestampRefused('The timestamp is about something else.')
  }
  const numbers = parts.slice(4).filter(({ tag }) => tag === INTEGER)
  if (!numbers.some(({ content }) => content.equals(nonce))) {
    throw new TimestampRefused('The timestamp answers another question.')
  }
}

/** What is signed within a token: the TSTInfo of RFC 3161. */
function infoIn(token: Buffer) {
  const [type, brackets] = partsOf(readDer(token))
  if (!type || !brackets || objectIdOf(type) !== ID.signedData) throw new TimestampRefused('It is no signed timestamp.')
  const content = partsOf(partAt(partsOf(partAt(partsOf(brackets), 0, SEQUENCE)), 2, SEQUENCE))
  const [contentType, wrapped] = content
  if (!contentType || !wrapped || objectIdOf(contentType) !== ID.timestampInfo) {
    throw new TimestampRefused('What is signed is no timestamp.')
  }
  const [bytes] = partsOf(wrapped)
  if (!bytes || (bytes.tag & 0x1f) !== OCTET_STRING) throw new TimestampRefused('The timestamp is empty.')
  return readDer(octetsOf(bytes))
}
