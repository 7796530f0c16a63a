import type { Work } from '#kernel/work.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'

/**
 * Locks the articles and categories of this client against other writers until the transaction ends: a posting covers
 * many articles.
 */
export function lockKnowledgeBase({ tx, client }: Work): Promise<void> {
  return takeLock(tx, `articles of client ${client.id}`)
}
