import type { Client, Work } from '#kernel/work.ts'
import { takeLock, takeSharedLock } from '#platform/db/locks/advisory-lock.ts'

/**
 * Types stay as they are until the transaction ends. A transaction that decides by a type whether a document reaches the
 * vault does this before it locks documents or vaults, and after `holdDirectory`.
 */
export function lockTypesShared({ tx, client }: Work): Promise<void> {
  return takeSharedLock(tx, typesLockName(client))
}

/** Only this transaction changes types, or files documents, until it ends. */
export function lockTypes({ tx, client }: Work): Promise<void> {
  return takeLock(tx, typesLockName(client))
}

/** What `holdTypes` shares, for transactions that share other locks as well. */
export function typesLockName(client: Client): string {
  return `document types of client ${client.id}`
}
