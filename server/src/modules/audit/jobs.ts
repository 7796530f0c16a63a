import { defineJob } from '#kernel/jobs.ts'
import { forgetReads } from './recent-reads.ts'

/** Keeps what was read in the last minutes from growing. */
export const forgetRecentReads = defineJob(
  'audit.forget-recent-reads',
  async (_data, { db, clock }) => forgetReads(db, clock.now()),
  { schedule: '*/10 * * * *' },
)
