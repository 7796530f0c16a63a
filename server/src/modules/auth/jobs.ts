import { defineJob } from '#platform/jobs/define-job.ts'
import { deleteExpired } from './queries.ts'

/** Removes access tokens and counts of failures that no longer mean anything. */
export const expireTokens = defineJob(
  'auth.expire-tokens',
  async (_data, { db, clock }) => {
    await db.transaction().execute((tx) => deleteExpired(tx, clock.now()))
  },
  { schedule: '*/10 * * * *' },
)
