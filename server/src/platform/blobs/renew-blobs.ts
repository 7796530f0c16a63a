import type { Database } from '#platform/db/db.ts'
import { takeSharedLock } from '#platform/db/locks/advisory-lock.ts'
import { DamagedBlob } from './blob-cipher.ts'
import type { Blobs } from './blobs.ts'
import { blobLockName } from './lock-blob.ts'

/** As many files are read and written at once. */
const CONCURRENCY = 4

export type RenewedBlobs = { seen: number; renewed: number; damaged: string[] }

/**
 * Encrypts every file under the SECRET_KEY that lies under another key. A file says itself under which it lies, so a second
 * run passes over what is done. Damaged ones stay as they are.
 */
export async function renewBlobs(
  { db, blobs }: { db: Database; blobs: Blobs },
  onFile: (seen: number) => void = () => {},
): Promise<RenewedBlobs> {
  const total: RenewedBlobs = { seen: 0, renewed: 0, damaged: [] }
  const listed = blobs.list()[Symbol.asyncIterator]()
  async function runSlot(): Promise<void> {
    for (let { done, value } = await listed.next(); !done; { done, value } = await listed.next()) {
      const outcome = await renewBlob(db, blobs, value.key)
      if (outcome === 'damaged') total.damaged.push(value.key)
      if (outcome === 'renewed') total.renewed += 1
      total.seen += 1
      onFile(total.seen)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runSlot))
  return total
}

/** Under the lock that keeps the sweep from deleting it meanwhile: what was deleted must not come back. */
function renewBlob(db: Database, blobs: Blobs, key: string): Promise<'renewed' | 'current' | 'damaged'> {
  return db.transaction().execute(async (tx) => {
    await takeSharedLock(tx, blobLockName(key))
    try {
      return (await blobs.renew(key)) ? 'renewed' : 'current'
    } catch (error) {
      if (error instanceof DamagedBlob) return 'damaged'
      throw error
    }
  })
}
