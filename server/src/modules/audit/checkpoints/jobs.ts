import { defineJob } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { listChainedClients } from './queries.ts'

/** Seals every trail once a day. */
export const makeDailyCheckpoints = defineJob(
  'audit.daily-checkpoints',
  async (_data, { db, doWork, sealingIdentity, signal }) => {
    for (const { client_id } of await listChainedClients(db)) {
      signal.throwIfAborted()
      const caller = { client: { id: client_id, languages: [] }, actor: systemActor }
      await doWork(caller, async (work) => makeCheckpoint(work, await sealingIdentity(work)))
    }
  },
  { schedule: '0 0 * * *' },
)
