import type { Clock } from '#platform/clock.ts'
import { defineJob } from '#platform/jobs/define-job.ts'
import { type RemovalDeps, removeUnnamed } from './remove-unnamed.ts'

/** Bytes are stored before the row that names them is written: young ones are spared. */
const SPARED_MS = 24 * 60 * 60 * 1000
const BATCH = 500

type SweepDeps = RemovalDeps & { clock: Clock }

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
      if (old.length === BATCH && !(await removeOrphans(old.splice(0), context))) return
    }
    await removeOrphans(old, context)
  },
  { schedule: '17 3 * * *', timeoutSeconds: 6 * 60 * 60 },
)

/** Answers false, and removes nothing more, when a backup has begun: the next sweep comes tomorrow. */
async function removeOrphans(keys: string[], deps: SweepDeps): Promise<boolean> {
  const named = await deps.namedBlobs(deps.db, keys)
  for (const key of keys.filter((one) => !named.has(one))) {
    if (!(await removeUnnamed(deps, [key]))) return false
  }
  return true
}
