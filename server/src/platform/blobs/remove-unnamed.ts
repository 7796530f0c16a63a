import type { Db, Tx } from '#platform/db/db.ts'
import { takeLocks, tryTakeSharedLock } from '#platform/db/locks/advisory-lock.ts'
import type { Blobs } from './blobs.ts'
import { blobLockName } from './lock-blob.ts'

/** A lock that a backup holds exclusively while it copies files: none is deleted then. */
export const FILES_KEPT = 'files kept for a backup'

export type RemovalDeps = {
  db: Db
  blobs: Blobs
  /** Those of these keys that some row names. */
  namedBlobs(db: Db, keys: string[]): Promise<Set<string>>
}

export type Removal = {
  /** Gone for certain. */
  removed: Set<string>
  /** Named by rows, which keep them. */
  named: Set<string>
}

type Options = {
  /** Rows that need not name blobs any longer go in the same transaction, once nobody can name their blobs anew. */
  forgetRows?: (tx: Tx) => Promise<void>
}

/**
 * Deletes those of these blobs that no row names, and answers what became of them. A transaction that is about to name
 * one waits for its lock. Undefined, and nothing is deleted, while a backup copies files.
 */
export async function removeUnnamed(
  { db, blobs, namedBlobs }: RemovalDeps,
  keys: readonly string[],
  { forgetRows }: Options = {},
): Promise<Removal | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await tryTakeSharedLock(tx, FILES_KEPT))) return undefined
    // In one order, so that two who remove the same ones never wait for each other in a circle.
    const ordered = keys.toSorted()
    await takeLocks(tx, ordered.map(blobLockName))
    await forgetRows?.(tx)
    const named = await namedBlobs(tx, ordered)
    const unnamed = ordered.filter((key) => !named.has(key))
    const left = new Set(await blobs.delete(...unnamed))
    return { removed: new Set(unnamed.filter((key) => !left.has(key))), named }
  })
}
