import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { defineJob, type JobContext } from '#platform/jobs/define-job.ts'
import { blobLockName } from './lock-blob.ts'

/** Bytes are stored before the row that names them is written: young ones are spared. */
const SPARED_MS = 24 * 60 * 60 * 1000
const BATCH = 500

/** Removes bytes that no row names: of uploads that expired, and of calls that broke off. */
export const sweepBlobs = defineJob(
  'blobs.sweep',
  async (_data, context) => {
    const { blobs, clock, signal } = context
    const youngest = new Date(clock.now().getTime() - SPARED_MS)
    const old: string[] = []
    for await (const { key, storedAt } of blobs.list()) {
      signal.throwIfAborted()
      if (storedAt < youngest) old.push(key)
      if (old.length === BATCH) await removeUnnamed(old.splice(0), context)
    }
    await removeUnnamed(old, context)
  },
  { schedule: '17 3 * * *', timeoutSeconds: 6 * 60 * 60 },
)

async function removeUnnamed(keys: string[], { db, blobs, namedBlobs }: JobContext): Promise<void> {
  const named = await namedBlobs(db, keys)
  for (const key of keys.filter((one) => !named.has(one))) {
    await db.transaction().execute(async (tx) => {
      await takeLock(tx, blobLockName(key))
      // Somebody may have named it since; whoever is about to has to wait.
      if (!(await namedBlobs(tx, [key])).has(key)) await blobs.delete(key)
    })
  }
}
