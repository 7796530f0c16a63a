import type { Disposed } from '#kernel/disposer.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Work } from '#kernel/work.ts'
import { findStillDue } from '#modules/governance/policies/decision/due-items.ts'
import { dayOf } from './days.ts'
import { eraseEmployees } from './erase-employees.ts'
import {
  type ApprovedItem,
  awaitHolds,
  findExisting,
  listHolds,
  nextApproved,
  type Outcome,
  recordOutcomes,
} from './item-queries.ts'
import { type CountChanges, type DisposalRow, lockDisposal, storeCounts, storeItemsUntil } from './queries.ts'

const BATCH = 500

/**
 * Takes away the next items, with their events and what became of each, in one transaction. Answers false when there are
 * none. After a failure they go one by one, so that one which cannot go does not keep the others.
 */
export async function takeAwayNext(work: Work, context: JobContext, id: string): Promise<boolean> {
  const { tx, client, now } = work
  const row = await lockDisposal(tx, client, id)
  if (row?.status !== 'processing') return false
  const limit = row.failures > 0 ? 1 : BATCH
  const items = await nextApproved(tx, { client_id: client.id, disposal_id: id, after: row.items_until, limit })
  const last = items.at(-1)
  if (!last) return false
  await awaitHolds(tx, { client_id: client.id })
  work.renewNow()
  const outcomes = await outcomesOf(work, context, row, items)
  await recordOutcomes(tx, client, { id, outcomes, now, isDestroyed: row.action !== 'trash' })
  await storeCounts(tx, client, { id, changes: countedAs(outcomes), now })
  await storeItemsUntil(tx, { client_id: client.id, id, key: last.key })
  return true
}

/** Each item is looked at again: a hold may cover it since, it may no longer be due, or be gone. */
async function outcomesOf(
  work: Work,
  context: JobContext,
  row: DisposalRow,
  items: ApprovedItem[],
): Promise<Outcome[]> {
  const { tx, client, now } = work
  const { resource_type, retention_policy_id } = row
  const ids = items.map((item) => item.resource_id)
  const keys = items.map((item) => item.resource_key)
  const document_keys = resource_type.endsWith('_document') ? keys : []
  const holds = new Map(
    (await listHolds(tx, { client_id: client.id, resource_type, ids, document_keys })).map((one) => [
      one.resource_id,
      one.holds,
    ]),
  )
  const there = await findExisting(tx, client, resource_type, keys)
  const due = await findStillDue(tx, client, retention_policy_id, { keys, day: dayOf(now) })
  const going = items.filter((item) => !holds.has(item.resource_id) && due.has(item.resource_key))
  const waiting = resource_type === 'employee' ? await eraseEmployees(work, row, going) : new Set<string>()
  const { gone, inUse = [] } = resource_type === 'employee' ? NONE : await dispose(work, context, row, going)
  const files = new Map(gone.map((one) => [one.id, one.files]))
  return items.flatMap((item) => (waiting.has(item.key) ? [] : [outcomeOf(item)]))

  function outcomeOf({ key, resource_key, resource_id }: ApprovedItem): Outcome {
    const covering = holds.get(resource_id)
    if (!there.has(resource_key)) return { key, status: 'gone' }
    if (covering) return { key, status: 'held', holds: covering }
    if (inUse.includes(resource_id)) return { key, status: 'not_due', reason: 'in_use' }
    if (!due.has(resource_key)) return { key, status: 'not_due' }
    return files.has(resource_id)
      ? { key, status: 'done', files: files.get(resource_id) ?? [] }
      : { key, status: resource_type === 'employee' ? 'not_due' : 'gone' }
  }
}

const NONE: Disposed = { gone: [] }

function dispose(work: Work, context: JobContext, row: DisposalRow, items: ApprovedItem[]): Promise<Disposed> {
  const disposer = context.disposers.get(row.resource_type)
  if (!disposer) throw new Error(`Nothing disposes of resources of the type ${row.resource_type}.`)
  const ids = items.map((item) => item.resource_id)
  return disposer.dispose(work, ids, row.action, context)
}

export function countedAs(outcomes: readonly Outcome[]): CountChanges {
  const changes: CountChanges = { approved: -outcomes.length }
  for (const { status } of outcomes) changes[status] = (changes[status] ?? 0) + 1
  return changes
}

/** Gives up the next item, which failed again and again: it comes again with the next disposal. */
export async function giveUpNext({ tx, client, now }: Work, id: string): Promise<boolean> {
  const row = await lockDisposal(tx, client, id)
  if (row?.status !== 'processing') return false
  const [item] = await nextApproved(tx, { client_id: client.id, disposal_id: id, after: row.items_until, limit: 1 })
  if (!item) return false
  const outcomes: Outcome[] = [{ key: item.key, status: 'failed', reason: 'internal_error' }]
  await recordOutcomes(tx, client, { id, outcomes, now, isDestroyed: false })
  await storeCounts(tx, client, { id, changes: countedAs(outcomes), now })
  await storeItemsUntil(tx, { client_id: client.id, id, key: item.key })
  return true
}
