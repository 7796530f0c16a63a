import { defineJob } from '#kernel/jobs.ts'
import { deleteExpired } from './queries.ts'

const BATCH = 1000

/** Forgets uploads that nobody used in time; the sweep of the file store removes their bytes. */
export const expireUploads = defineJob(
  'uploads.expire',
  async (_data, { db, clock, signal }) => {
    while ((await deleteExpired(db, clock.now(), BATCH)) > 0) signal.throwIfAborted()
  },
  { schedule: '11 * * * *' },
)
