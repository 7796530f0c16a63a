import type { Work } from '#kernel/work.ts'
import { type Outcome, recordOutcomes, storeCoreUuid } from '#modules/governance/disposals/item-queries.ts'
import { RUN_DISPOSAL } from '#modules/governance/disposals/job-names.ts'
import { lockDisposal, storeCounts } from '#modules/governance/disposals/queries.ts'
import { countedAs } from '#modules/governance/disposals/take-away.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import type { DeletionRow } from './queries.ts'

type Result = Pick<Outcome, 'status' | 'reason' | 'holds'>

/** Tells the disposal, if the request is one of its items, what became of the employee. */
export async function settleItem(work: Work, row: DeletionRow, result: Result): Promise<void> {
  const { tx, client, now } = work
  const { disposal_id: id, disposal_item_key: key, identity } = row
  if (id === null || key === null) return
  const disposal = await lockDisposal(tx, client, id)
  if (disposal?.status !== 'processing') return
  const outcomes = [{ key, ...result }]
  await recordOutcomes(tx, client, { id, outcomes, now, isDestroyed: true })
  if (identity) await storeCoreUuid(tx, client, { disposal_id: id, key, core_uuid: identity.core_uuid })
  await storeCounts(tx, client, { id, changes: countedAs(outcomes), now })
  enqueue(work, RUN_DISPOSAL, { client_id: client.id, id })
}
