import type { Work } from '#kernel/work.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'

/** Nobody else writes articles or categories of this client until the transaction ends: postings are of many articles. */
export function lockKnowledgeBase({ tx, client }: Work): Promise<void> {
  return takeLock(tx, `articles of client ${client.id}`)
}
