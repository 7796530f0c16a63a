import { defineJob } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { lockPolicies } from '#modules/governance/policies/put-policy.ts'
import { findPolicy } from '#modules/governance/policies/queries.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { dayOf } from './days.ts'
import { hasFreeDueItem } from './item-queries.ts'
import { RUN_DISPOSAL } from './job-names.ts'
import { storeDisposal } from './make-disposal.ts'
import { type DisposalRef, hasOpenDisposal, listEnabledPolicies, listStalled } from './queries.ts'
import { runDisposal } from './run-disposal.ts'
import { systemCaller } from './system-caller.ts'

const STALLED_MS = 15 * 60 * 1000

export const runDisposals = defineJob<DisposalRef>(RUN_DISPOSAL.name, (ref, context) => runDisposal(context, ref), {
  concurrency: 2,
  timeoutSeconds: 60 * 60,
})

/** Goes on with disposals whose job was given up. */
export const resumeDisposals = defineJob(
  'disposals.resume',
  async (_data, { db, doWork, clock }) => {
    const before = new Date(clock.now().getTime() - STALLED_MS)
    for (const ref of await listStalled(db, { before })) {
      const client: Client = { id: ref.client_id, languages: [] }
      await doWork(systemCaller(client), async (work) => enqueue(work, RUN_DISPOSAL, ref))
    }
  },
  { schedule: '*/15 * * * *' },
)

/** Makes a disposal for each policy that has something due. */
export const makeDailyDisposals = defineJob(
  'disposals.daily',
  async (_data, { db, doWork, clock, signal }) => {
    for (const { client_id, id } of await listEnabledPolicies(db)) {
      signal.throwIfAborted()
      const client: Client = { id: client_id, languages: [] }
      if (!(await hasFreeDueItem(db, client, id, dayOf(clock.now())))) continue
      await doWork(systemCaller(client), async (work) => {
        await lockPolicies(work)
        const policy = await findPolicy(work.tx, client, id)
        if (!policy?.enabled || (await hasOpenDisposal(work.tx, client, id))) return
        const created_by = { ...work.actor, on_behalf_of: null }
        await storeDisposal(work, policy, { origin: 'daily', created_by })
      })
    }
  },
  { schedule: '0 2 * * *', timeoutSeconds: 60 * 60 },
)
