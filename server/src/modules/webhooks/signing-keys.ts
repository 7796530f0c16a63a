import type { Keyring } from '#platform/keyring.ts'
import { type SigningKey, signingKey } from './signature.ts'

const MOST_KEYS = 1000

/** The key behind a sealed one. */
export type SigningKeys = (sealed: string) => SigningKey

/** Remembers the last keys that were unsealed: most callbacks go to few endpoints. */
export function openSigningKeys(keyring: Keyring): SigningKeys {
  const keys = new Map<string, SigningKey>()
  return (sealed) => {
    const known = keys.get(sealed)
    if (known !== undefined) return known
    const key = signingKey(keyring.unseal(sealed))
    if (keys.size >= MOST_KEYS) keys.clear()
    keys.set(sealed, key)
    return key
  }
}
