import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Callback } from './callback.ts'

/** Five minutes, as Standard Webhooks has it. */
const TOLERANCE_SECONDS = 300

export type CallbackHeaders = Headers | Record<string, string | readonly string[] | undefined>

/** A callback that must not be believed. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError'
  readonly code: 'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'wrong_signature' | 'invalid_body'

  constructor(code: CallbackError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Answers the callback when the service sent it, just now, and signed it with the key, or with one of the keys. `rawBody`
 * is the body as it arrived: what was parsed and written anew has other bytes.
 */
export function verifyCallback(
  rawBody: string | Uint8Array,
  headers: CallbackHeaders,
  keys: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: { toleranceSeconds?: number } = {},
): Callback {
  const secrets = [keys].flat().map(bytesOf)
  if (secrets.length === 0) throw new TypeError('A signature key is required.')
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  checkAge(timestamp, toleranceSeconds)
  const given = signatures.split(' ').map((one) => Buffer.from(one))
  const expected = secrets.map((secret) => {
    const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')
    return Buffer.from(`v1,${digest}`)
  })
  if (!given.some((one) => expected.some((other) => isSame(one, other)))) {
    throw new CallbackError('wrong_signature', 'The callback was not signed with this key, or was changed.')
  }
  return parse(rawBody)
}

/** An empty or mistyped key could be guessed by anyone. */
function bytesOf(key: string): Buffer {
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(key) ? Buffer.from(key, 'base64') : Buffer.alloc(0)
  if (bytes.length < 16) throw new TypeError('A signature key is 32 letters and digits.')
  return bytes
}

function header(headers: CallbackHeaders, name: string): string {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  const text = typeof value === 'object' ? value?.join(' ') : value
  if (!text) throw new CallbackError('missing_header', `The callback has no header ${name}.`)
  return text
}

function isHeaders(headers: CallbackHeaders): headers is Headers {
  return typeof headers.get === 'function'
}

function checkAge(timestamp: string, toleranceSeconds: number): void {
  if (!/^\d+$/.test(timestamp)) throw new CallbackError('invalid_timestamp', 'The timestamp is not a number.')
  const ageSeconds = Date.now() / 1000 - Number(timestamp)
  if (!(ageSeconds <= toleranceSeconds)) throw new CallbackError('too_old', 'The callback is too old.')
  if (!(ageSeconds >= -toleranceSeconds)) throw new CallbackError('too_new', 'The callback is from the future.')
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function parse(rawBody: string | Uint8Array): Callback {
  try {
    return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8'))
  } catch {
    throw new CallbackError('invalid_body', 'The body is not valid JSON.')
  }
}
