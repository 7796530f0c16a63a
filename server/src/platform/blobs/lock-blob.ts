import type { Tx } from '#platform/db/db.ts'
import { takeSharedLock } from '#platform/db/locks/advisory-lock.ts'
import { unavailable } from '#platform/problem.ts'
import type { Blobs } from './blobs.ts'

/**
 * Locks a blob before a transaction writes a row that names it. The sweep deletes a blob only under the exclusive lock, so
 * the bytes stay until the transaction ends, and longer if it wrote such a row.
 */
export async function lockBlob(tx: Tx, blobs: Blobs, key: string): Promise<void> {
  await takeSharedLock(tx, blobLockName(key))
  await expectBlob(blobs, key)
}

/** The second half of `lockBlob`, for callers that take the shared lock together with others. */
export async function expectBlob(blobs: Blobs, key: string): Promise<void> {
  if ((await blobs.size(key)) !== undefined) return
  // The sweep removed an orphan with equal bytes in the moment when they were stored again.
  throw unavailable('busy', 'The file could not be kept. Send it again.', 1)
}

export function blobLockName(key: string): string {
  return `blob ${key}`
}
