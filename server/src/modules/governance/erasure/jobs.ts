import type { JobContext } from '#kernel/jobs.ts'
import { defineJob } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import type { SettledPackage } from '#modules/governance/packages/make-package.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { resumeErasure } from './begin-erasure.ts'
import { FIRST_PARTIAL, listPartial, listToRun, placeOf } from './due-queries.ts'
import { evaluate } from './evaluate.ts'
import { PACKAGE_SETTLED, RUN_DELETION } from './job-names.ts'
import { settlePackage } from './prepare.ts'
import { type DeletionRef, lockDeletion } from './queries.ts'
import { runDeletion } from './run-deletion.ts'

const STALLED_MS = 10 * 60 * 1000
const BATCH = 100

export const runDeletions = defineJob<DeletionRef>(RUN_DELETION.name, (ref, context) => runDeletion(context, ref), {
  concurrency: 2,
  timeoutSeconds: 60 * 60,
})

export const goOnWithPackage = defineJob<SettledPackage & { deletion_request_id?: string }>(
  PACKAGE_SETTLED.name,
  (settled, { doWork }) =>
    doWork(systemCaller({ id: settled.client_id, languages: [] }), (work) => settlePackage(work, settled)),
)

/** Goes on with requests whose time has come, or whose job was given up. */
export const resumeDeletions = defineJob(
  'deletion_requests.resume',
  async (_data, { db, doWork, clock }) => {
    const now = clock.now()
    for (const ref of await listToRun(db, { before: new Date(now.getTime() - STALLED_MS), now })) {
      await doWork(systemCaller(clientOf(ref)), async (work) => enqueue(work, RUN_DELETION, ref))
    }
  },
  { schedule: '*/10 * * * *' },
)

/** Does the rest of erasures that left something behind, where a reason to keep it has ended. */
export const finishDeletions = defineJob(
  'deletion_requests.finish',
  async (_data, context) => {
    for (let after = FIRST_PARTIAL; ; ) {
      const refs = await listPartial(context.db, { ...after, limit: BATCH })
      const last = refs.at(-1)
      if (!last) return
      for (const { client_id, id } of refs) {
        const ref = { client_id, id }
        context.signal.throwIfAborted()
        await context.doWork(systemCaller(clientOf(ref)), (work) => resumeIfFree(work, context, ref))
      }
      after = placeOf(last)
    }
  },
  { schedule: '30 2 * * *', timeoutSeconds: 60 * 60 },
)

async function resumeIfFree(work: Work, { erasers }: JobContext, ref: DeletionRef): Promise<void> {
  const row = await lockDeletion(work.tx, work.client, ref.id)
  if (row?.status !== 'completed' || row.outcome !== 'partial') return
  const modules = await evaluate(work, erasers, row)
  const keptBefore = row.modules.flatMap(({ kept }) => kept).length
  const keptNow = modules.flatMap(({ kept }) => kept).length
  if (keptNow >= keptBefore && !modules.some(({ module, resources }) => module !== 'events' && resources.length > 0))
    return
  await resumeErasure(work, row)
  enqueue(work, RUN_DELETION, ref)
}

const clientOf = (ref: DeletionRef): Client => ({ id: ref.client_id, languages: [] })
