import { createHash, createHmac } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import { signingKey } from '#modules/webhooks/index.ts'
import type { OutboundOutcome } from '#platform/outbound/outbound.ts'
import { cleanForeignText } from '#platform/transfer/foreign-text.ts'
import { TransferFailure } from '#platform/transfer/transfer-failure.ts'
import type { Parcel, SendDeps } from './parcel.ts'
import type { Carrier } from './schemas.ts'

/** Between two chunks, and from the last one to the answer. */
const SILENCE_MS = 120_000
const MAX_RECEIPT_LENGTH = 255

/**
 * Posts the ZIP to the carrier, signed like a webhook, but over the SHA-256 of the body: a receiver checks the signature
 * before it reads the body, and needs not hold it. The ZIP is therefore made twice.
 */
export async function postPackages(
  { url, signature_key, bearer_token }: Extract<Carrier, { kind: 'https' }>,
  parcel: Parcel,
  name: string,
  { outbound, clock, signal, silenceMs = SILENCE_MS }: SendDeps,
): Promise<string | null> {
  if (signature_key === undefined) throw new Error('The carrier has no signature key.')
  const { sha256, sizeBytes } = await digestOf(addAbortSignal(signal, parcel.read()))
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const signature = createHmac('sha256', signingKey(signature_key).standard)
    .update(`${parcel.deliveryId}.${timestamp}.${sha256.toString('hex')}`)
    .digest('base64')
  const body = signedBody(addAbortSignal(signal, parcel.read()), sha256)
  const calling = outbound.call({
    url,
    method: 'POST',
    timeoutMs: silenceMs,
    body: body.stream,
    headers: {
      'content-type': 'application/zip',
      'content-length': String(sizeBytes),
      'content-disposition': `attachment; filename="${name}"`,
      'content-digest': `sha-256=:${sha256.toString('base64')}:`,
      'user-agent': 'Dossier-Paper/1',
      'idempotency-key': parcel.deliveryId,
      'x-project-id': String(parcel.projectId),
      'webhook-id': parcel.deliveryId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      ...(bearer_token === undefined ? {} : { authorization: `Bearer ${bearer_token}` }),
    },
  })
  const answer = await calling.finally(body.refuseBroken)
  return receiptIn(answer)
}

async function digestOf(content: Readable) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sha256: hash.digest(), sizeBytes }
}

/**
 * The body of a call. It breaks off before its end when the ZIP is not the one that was signed: a name in the manifest
 * changed meanwhile. `refuseBroken` throws why it broke off, for which the carrier is not to blame.
 */
function signedBody(content: Readable, sha256: Buffer) {
  let broken: unknown
  content.once('error', (error) => {
    broken = error
  })
  async function* chunks(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    let last: Buffer | undefined
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
    if (!hash.digest().equals(sha256)) {
      broken = new TransferFailure('incomplete', 'The manifest changed while it was sent.')
      throw broken
    }
    if (last) yield last
  }
  const refuseBroken = () => {
    if (broken) throw broken
  }
  return { stream: Readable.from(chunks(), { objectMode: false }), refuseBroken }
}

function receiptIn(answer: OutboundOutcome): string | null {
  if (answer.outcome !== 'answered') throw new TransferFailure(answer.outcome, answer.message)
  const { status, headers, isBodySent, truncated, body } = answer
  if (status < 200 || status > 299) {
    const redirect = status >= 300 && status < 400 ? ', a redirect, which is not followed' : ''
    const retryAfter = headers['retry-after']
    throw new TransferFailure('rejected', `The carrier answered with status ${status}${redirect}.`, {
      status,
      retryAfter,
    })
  }
  if (!isBodySent) {
    throw new TransferFailure('incomplete', 'The carrier answered before it had received everything.')
  }
  return truncated ? null : receiptIdIn(body)
}

/** `{"receipt_id": …}`; a carrier need not send one. */
function receiptIdIn(body: Buffer): string | null {
  let told: unknown
  try {
    told = JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
  const id = typeof told === 'object' && told !== null && 'receipt_id' in told ? told.receipt_id : null
  if (typeof id !== 'string' && typeof id !== 'number') return null
  const text = cleanForeignText(String(id), MAX_RECEIPT_LENGTH)
  return text === '' ? null : text
}
