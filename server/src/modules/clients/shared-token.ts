import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'

export const sharedTokenColumn: EncryptedColumn = {
  table: 'clients',
  column: 'sealed_shared_token',
  clientColumn: 'id',
  rowColumn: 'id',
  purpose: 'shared token',
}

export function encryptSharedToken(keyring: Keyring, clientId: string, token: string): string {
  return keyring.encrypt(token, contextIn(sharedTokenColumn, clientId, clientId))
}

/** The shared token of a client, as its row holds it; that of another client is refused. */
export function decryptSharedToken(keyring: Keyring, clientId: string, stored: string): string {
  return keyring.decrypt(stored, contextIn(sharedTokenColumn, clientId, clientId))
}
