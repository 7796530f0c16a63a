import type { Keyring } from '#platform/keyring.ts'

const MOST_KEYS = 1000

/** Remembers the last keys that were unsealed: most callbacks go to few endpoints. */
export function openUnsealer(keyring: Keyring): Keyring['unseal'] {
  const keys = new Map<string, string>()
  return (sealed) => {
    const known = keys.get(sealed)
    if (known !== undefined) return known
    const key = keyring.unseal(sealed)
    if (keys.size >= MOST_KEYS) keys.clear()
    keys.set(sealed, key)
    return key
  }
}
