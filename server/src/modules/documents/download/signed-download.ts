import { createHash, createHmac } from 'node:crypto'
import { isSame } from '#platform/crypto/keyring.ts'
import { isSignedJustNow, readHash } from '#platform/crypto/signed-timestamp.ts'
import { Problem } from '#platform/problem.ts'

export type Signature = { timestamp: string; hash: string; method: 'hmac' | 'sha256' }

/** What a signed address says, or why it says nothing: decisions 2.5, in its order. */
export function readSignature(query: Record<string, unknown>): Signature {
  const { timestamp, hash, hash_method } = query
  if (typeof timestamp !== 'string' || timestamp === '') throw missing('timestamp')
  if (typeof hash !== 'string' || hash === '') throw missing('hash')
  if (hash_method !== undefined && hash_method !== '' && hash_method !== 'sha256') {
    throw new Problem('malformed', 'invalid_request', 'hash_method must be sha256 or empty.')
  }
  return { timestamp, hash, method: hash_method === 'sha256' ? 'sha256' : 'hmac' }
}

/** Refuses an address that was signed more than five minutes ago, or for a time to come. */
export function checkAge({ timestamp }: Signature, now: Date): void {
  if (isSignedJustNow(timestamp, now, 9)) return
  throw forbidden('The timestamp has expired.')
}

/**
 * Refuses a hash that was not made with this token, over exactly what was sent. The id is a UUID in its 36 characters, and
 * a timestamp has no hyphen: no other token, id and timestamp make the same text.
 */
export function checkHash({ timestamp, hash, method }: Signature, documentId: string, token: string): void {
  const signed = `${token}${documentId}${timestamp}`
  const digest = method === 'sha256' ? createHash('sha256') : createHmac('sha256', token)
  const given = readHash(hash)
  if (given && isSame(given, digest.update(signed).digest())) return
  throw forbidden('The hash is invalid.')
}

function missing(name: string): Problem {
  return new Problem('malformed', 'invalid_request', `${name} is missing.`)
}

function forbidden(message: string): Problem {
  return new Problem('forbidden', 'forbidden', message)
}
