import { shareTurn, waitForTurn } from '#platform/db/locks/advisory-lock.ts'
import type { Client, Work } from '#platform/db/work.ts'

/**
 * Types stay as they are until the transaction ends. A transaction that decides by a type whether a document reaches the
 * vault does this before it locks documents or vaults, and after `holdDirectory`.
 */
export function holdTypes({ tx, client }: Work): Promise<void> {
  return shareTurn(tx, turnOfTypes(client))
}

/** Only this transaction changes types, or files documents, until it ends. */
export function lockTypes({ tx, client }: Work): Promise<void> {
  return waitForTurn(tx, turnOfTypes(client))
}

/** What `holdTypes` shares, for transactions that share other locks as well. */
export function turnOfTypes(client: Client): string {
  return `document types of client ${client.id}`
}
