import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { defineJob } from '#platform/jobs/define-job.ts'
import { deleteExpiredKeys } from './queries.ts'

const BATCH = 1000

/** Forgets the answers to calls that came with an Idempotency-Key more than a day ago. */
export const expireIdempotencyKeys = defineJob<object, { db: Db; clock: Clock }>(
  'http.expire-idempotency-keys',
  async (_data, { db, clock, signal }) => {
    while ((await deleteExpiredKeys(db, clock.now(), BATCH)) === BATCH) signal.throwIfAborted()
  },
  { schedule: '23 * * * *' },
)
