import { defineJob } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { deleteForgotten, listPastForgotten } from '#modules/audit/chain/queries.ts'
import { deletePastPeople, listPersonalMonths } from './queries.ts'

const BATCH_SIZE = 5000
const DAY_MS = 24 * 3600 * 1000

/** Removes the names of people from entries that are older than the client keeps them. */
export const expireAuditPeople = defineJob(
  'audit.expire-people',
  async (_data, { db, doWork, clock, signal }) => {
    const now = clock.now()
    for (const { client_id, months } of await listPersonalMonths(db)) {
      const caller = { client: { id: client_id, languages: [] }, actor: systemActor }
      const asked = { before: monthsBefore(now, months), limit: BATCH_SIZE }
      for (let removed = BATCH_SIZE; removed === BATCH_SIZE; ) {
        signal.throwIfAborted()
        removed = await doWork(caller, (work) => deletePastPeople(work.tx, client_id, asked))
      }
    }
  },
  { schedule: '35 1 * * *', timeoutSeconds: 60 * 60 },
)

/** By then, whatever was on its way when a person was erased has arrived. */
export const expireForgotten = defineJob(
  'audit.expire-forgotten',
  async (_data, { db, doWork, clock }) => {
    const before = new Date(clock.now().getTime() - DAY_MS)
    for (const { client_id } of await listPastForgotten(db, { before })) {
      const caller = { client: { id: client_id, languages: [] }, actor: systemActor }
      await doWork(caller, (work) => deleteForgotten(work.tx, { client_id, before }))
    }
  },
  { schedule: '10 * * * *' },
)

function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCMonth(before.getUTCMonth() - months)
  return before
}
