import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { takeLock, tryTakeSharedLock } from '#platform/db/locks/advisory-lock.ts'
import { defineJob } from '#platform/jobs/define-job.ts'
import type { Blobs } from './blobs.ts'
import { blobLockName } from './lock-blob.ts'

/** Bytes are stored before the row that names them is written: young ones are spared. */
const SPARED_MS = 24 * 60 * 60 * 1000
const BATCH = 500
/** A lock that a backup holds exclusively while it copies files: none is deleted then. */
export const FILES_KEPT = 'files kept for a backup'

type SweepDeps = {
  db: Db
  clock: Clock
  blobs: Blobs
  /** Those of these keys that some row names. */
  namedBlobs(db: Db, keys: string[]): Promise<Set<string>>
}

/** Removes bytes that no row names: of uploads that expired, and of calls that broke off. */
export const sweepBlobs = defineJob<object, SweepDeps>(
  'blobs.sweep',
  async (_data, context) => {
    const { blobs, clock, signal } = context
    const youngest = new Date(clock.now().getTime() - SPARED_MS)
    const old: string[] = []
    for await (const { key, storedAt } of blobs.list()) {
      signal.throwIfAborted()
      if (storedAt < youngest) old.push(key)
      if (old.length === BATCH && !(await removeUnnamed(old.splice(0), context))) return
    }
    await removeUnnamed(old, context)
  },
  { schedule: '17 3 * * *', timeoutSeconds: 6 * 60 * 60 },
)

/** Answers false, and removes nothing more, when a backup has begun: the next sweep comes tomorrow. */
async function removeUnnamed(keys: string[], { db, blobs, namedBlobs }: SweepDeps): Promise<boolean> {
  const named = await namedBlobs(db, keys)
  for (const key of keys.filter((one) => !named.has(one))) {
    const mayGoOn = await db.transaction().execute(async (tx) => {
      if (!(await tryTakeSharedLock(tx, FILES_KEPT))) return false
      await takeLock(tx, blobLockName(key))
      // A row may have named it since then. A transaction that is about to name it waits for this lock.
      if (!(await namedBlobs(tx, [key])).has(key)) await blobs.delete(key)
      return true
    })
    if (!mayGoOn) return false
  }
  return true
}
