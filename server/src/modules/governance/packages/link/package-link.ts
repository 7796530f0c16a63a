import type { Keyring } from '#platform/crypto/keyring.ts'

/** A secret of 256 bits, and the client in whose name it was mailed. */
const TOKEN = /^([\w-]{43})([\w-]{1,100})$/

export function linkToken(secret: string, clientId: string): string {
  return secret + Buffer.from(clientId).toString('base64url')
}

/** What a link names: enough to look it up. Undefined when it cannot be one of ours. */
export function partsOfToken(keyring: Keyring, token: string): { client_id: string; link_hash: Buffer } | undefined {
  const [, secret, client] = TOKEN.exec(token) ?? []
  if (secret === undefined || client === undefined) return undefined
  const client_id = Buffer.from(client, 'base64url').toString('utf8')
  // What cannot be stored is no client.
  if (client_id.includes('\0')) return undefined
  return { client_id, link_hash: linkHash(keyring, secret) }
}

export function linkHash(keyring: Keyring, secret: string): Buffer {
  return keyring.fingerprint(`access package link ${secret}`)
}

export function codeHash(keyring: Keyring, packageId: string, code: string): Buffer {
  return keyring.fingerprint(`access package code ${packageId} ${code}`)
}

export function visitHash(keyring: Keyring, secret: string): Buffer {
  return keyring.fingerprint(`access package visit ${secret}`)
}
