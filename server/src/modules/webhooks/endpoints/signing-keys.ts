import type { Keyring } from '#platform/crypto/keyring.ts'
import { decryptKey } from './endpoint-key.ts'
import { type SigningKey, signingKey } from './signature.ts'

const MAX_KEYS = 1000

type Endpoint = { clientId: string; id: string }

/** The key of an endpoint behind an encrypted one. */
export type SigningKeys = (endpoint: Endpoint, encrypted: string) => SigningKey

/** Remembers the last keys that were decrypted: most callbacks go to few endpoints. */
export function openSigningKeys(keyring: Keyring): SigningKeys {
  const keys = new Map<string, SigningKey>()
  return ({ clientId, id }, encrypted) => {
    // With the endpoint: what was moved to another one is decrypted there, and refused.
    const name = `${clientId} ${id} ${encrypted}`
    const known = keys.get(name)
    if (known !== undefined) return known
    const key = signingKey(decryptKey(keyring, clientId, id, encrypted))
    if (keys.size >= MAX_KEYS) keys.clear()
    keys.set(name, key)
    return key
  }
}
