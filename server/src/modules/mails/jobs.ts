import { defineJob } from '#kernel/jobs.ts'
import { deleteMails } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
export const RETENTION_DAYS = 90
const BATCH_SIZE = 5000

/** Forgets to whom mails went some time ago. */
export const deleteOldMails = defineJob(
  'mails.forget',
  async (_data, { db, clock, signal }) => {
    const before = new Date(clock.now().getTime() - RETENTION_DAYS * DAY_MS)
    do signal.throwIfAborted()
    while ((await deleteMails(db, before, BATCH_SIZE)) === BATCH_SIZE)
  },
  { schedule: '41 2 * * *' },
)
