import { defineJob } from '#platform/jobs/define-job.ts'
import { forgetMails } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 90
const FORGOTTEN_AT_ONCE = 5000

/** Forgets to whom mails went some time ago. */
export const forgetOldMails = defineJob(
  'mails.forget',
  async (_data, { db, clock, signal }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
    do signal.throwIfAborted()
    while ((await forgetMails(db, before, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE)
  },
  { schedule: '41 2 * * *' },
)
