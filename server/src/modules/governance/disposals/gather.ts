import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { dueItems } from '#modules/governance/policies/decision/due-items.ts'
import { decisionOf } from '#modules/governance/policies/decision/load-decision.ts'
import { getStored } from './change-disposal.ts'
import { dayOf } from './days.ts'
import { disposalCompleted, disposalReady } from './events.ts'
import { insertDueItems, MAX_ITEMS, markHeld } from './item-queries.ts'
import { type DisposalRow, lockDisposal, storeCounts, storeStatus, storeTotal } from './queries.ts'
import { recordDisposal } from './record-disposal.ts'

/** Writes down what is due today. What a hold covers is not asked about: it stays, with the hold. */
export async function gather(work: Work, id: string): Promise<void> {
  const { tx, client, now } = work
  const row = await lockDisposal(tx, client, id)
  if (row?.status !== 'gathering') return
  const status = row.needs_approval > 0 ? 'waiting' : 'approved'
  const decision = await decisionOf(tx, client, row.retention_policy_id)
  const due = decision && dueItems(client, decision, { day: dayOf(now), limit: MAX_ITEMS })
  const total = due ? await insertDueItems(tx, client, { id, type: row.resource_type, status, due }) : 0
  const asked = { client_id: client.id, disposal_id: id, resource_type: row.resource_type }
  const held = total > 0 ? ((await markHeld(tx, asked))[0]?.count ?? 0) : 0
  await storeTotal(tx, client, id, total)
  await storeCounts(tx, client, { id, changes: { [status]: total - held, held }, now })
  await goOn(work, row, total - held)
}

async function goOn(work: Work, { id, needs_approval }: DisposalRow, free: number): Promise<void> {
  const { tx, client, now } = work
  if (free === 0) {
    await storeStatus(tx, client, { id, status: 'completed', now })
    emit(work, disposalCompleted, await getStored(work, id))
    recordDisposal(work, id, { action: 'disposal.completed' })
  } else if (needs_approval > 0) {
    await storeStatus(tx, client, { id, status: 'waiting_for_approval', now })
    emit(work, disposalReady, await getStored(work, id))
  } else {
    await storeStatus(tx, client, { id, status: 'processing', now })
  }
}
