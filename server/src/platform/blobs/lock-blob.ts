import type { Tx } from '#platform/db/db.ts'
import { takeSharedLock } from '#platform/db/locks/advisory-lock.ts'
import { Problem } from '#platform/problem.ts'
import type { Blobs } from './blobs.ts'

/**
 * The bytes stay until the transaction ends, and longer if it writes a row that names them: the sweep looks at a blob only
 * when nobody holds it. Whoever is about to name one does this first.
 */
export async function lockBlob(tx: Tx, blobs: Blobs, key: string): Promise<void> {
  await takeSharedLock(tx, blobLockName(key))
  await expectBlob(blobs, key)
}

/** The other half of holding one, for those who share its turn together with others. */
export async function expectBlob(blobs: Blobs, key: string): Promise<void> {
  if ((await blobs.size(key)) !== undefined) return
  // Equal bytes that nobody named were swept in the very moment when they were stored again.
  throw new Problem('unavailable', 'busy', 'The file could not be kept. Send it again.')
}

export function blobLockName(key: string): string {
  return `blob ${key}`
}
