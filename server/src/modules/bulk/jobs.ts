import { defineJob } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { type ActionRef, deleteFinishedActions, listStalled } from './queries.ts'
import { RUN_BULK_ACTION, runBulkAction } from './run-bulk-action.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30
const DELETED_AT_ONCE = 500
const STALLED_MS = 15 * 60 * 1000

/** Does some items of a bulk action; run again, it goes on where the last run ended. */
export const runBulkActions = defineJob<ActionRef>(
  RUN_BULK_ACTION.name,
  (ref, context) => runBulkAction(context, ref),
  {
    concurrency: 2,
  },
)

/** Forgets bulk actions that ended some time ago, and goes on with those whose job was given up. */
export const tidyBulkActions = defineJob(
  'bulk.tidy',
  async (_data, { db, doWork, clock, signal }) => {
    const now = clock.now().getTime()
    for (const ref of await listStalled(db, new Date(now - STALLED_MS))) {
      const caller = { client: { id: ref.client_id, languages: [] }, actor: systemActor }
      await doWork(caller, async (work) => enqueue(work, RUN_BULK_ACTION, ref))
    }
    const before = new Date(now - KEPT_DAYS * DAY_MS)
    do signal.throwIfAborted()
    while ((await deleteFinishedActions(db, before, DELETED_AT_ONCE)) === DELETED_AT_ONCE)
  },
  { schedule: '*/15 * * * *' },
)
