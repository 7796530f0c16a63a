import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'

const endpointKey = {
  table: 'callback_endpoints',
  clientColumn: 'client_id',
  rowColumn: 'id',
  purpose: 'signature key',
}

/** A key moves from the first to the second when it is replaced, so both have one purpose. */
export const endpointKeyColumns: readonly EncryptedColumn[] = [
  { ...endpointKey, column: 'sealed_key' },
  { ...endpointKey, column: 'sealed_previous_key' },
]

export function encryptKey(keyring: Keyring, clientId: string, endpointId: string, key: string): string {
  return keyring.encrypt(key, contextIn(endpointKey, clientId, endpointId))
}

/** What callbacks to an endpoint are signed with; the key of another endpoint is refused. */
export function decryptKey(keyring: Keyring, clientId: string, endpointId: string, encrypted: string): string {
  return keyring.decrypt(encrypted, contextIn(endpointKey, clientId, endpointId))
}
