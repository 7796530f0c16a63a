import type { Work } from '#kernel/work.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { conflict, type FieldError, invalid, invalidFields, Problem } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { decidingPerson } from './acting-person.ts'
import { expectStatus, getLockedDisposal, getStored } from './change-disposal.ts'
import { aYearAfter, dayOf } from './days.ts'
import { approveItems, findItems, rejectItems } from './item-queries.ts'
import { RUN_DISPOSAL } from './job-names.ts'
import { type DisposalRow, findDisposal, insertApproval, storeCounts, storeStatus } from './queries.ts'
import { recordDisposal } from './record-disposal.ts'
import type { ApproveInput, Disposal, RejectInput } from './schemas.ts'

/** Approves waiting items in the name of a person; each goes once as many people as needed did. */
export async function approve(work: Work, id: string, input: ApproveInput): Promise<Disposal> {
  const { tx, client, now } = work
  const row = await getLockedDisposal(work, id)
  const person = await decidingPerson(work, input.actor_technical_id)
  expectStatus(row, ['waiting_for_approval'])
  const named = await namedItems(work, id, input.item_ids)
  const { technical_id } = person
  if (named?.some(({ approved_by }) => approved_by.includes(technical_id))) throw alreadyApproved(technical_id)
  const ids = named?.map((item) => item.id) ?? null
  const needed = row.needs_approval
  const [counted] = await approveItems(tx, { client_id: client.id, disposal_id: id, ids, technical_id, needed })
  const { approved, going } = counted ?? { approved: 0, going: 0 }
  if (approved === 0) throw alreadyApproved(technical_id)
  await insertApproval(tx, client, {
    disposal_id: id,
    ...person,
    at: now,
    items: approved,
    comment: input.comment ?? null,
  })
  await storeCounts(tx, client, { id, changes: { waiting: -going, approved: going }, now })
  recordDisposal(work, id, { action: 'disposal.approved', technicalId: technical_id, details: { items: approved } })
  return goOnIfDecided(work, row)
}

function alreadyApproved(technicalId: string): Problem {
  return conflict('already_approved', `${technicalId} has approved the items already; another person has to.`)
}

/** Keeps waiting items for a while; one person is enough. */
export async function reject(work: Work, id: string, input: RejectInput): Promise<Disposal> {
  const { tx, client, now } = work
  const row = await getLockedDisposal(work, id)
  const { technical_id } = await decidingPerson(work, input.actor_technical_id)
  const { postpone_until: until = aYearAfter(dayOf(now)), reason } = input
  if (until <= dayOf(now)) throw invalid('postpone_until', 'in_the_past', 'must be in the future')
  expectStatus(row, ['waiting_for_approval'])
  const ids = (await namedItems(work, id, input.item_ids))?.map((item) => item.id) ?? null
  const { resource_type } = row
  const [counted] = await rejectItems(tx, { client_id: client.id, disposal_id: id, ids, reason, until, resource_type })
  const rejected = counted?.count ?? 0
  await storeCounts(tx, client, { id, changes: { waiting: -rejected, rejected }, now })
  recordDisposal(work, id, { action: 'disposal.rejected', technicalId: technical_id, details: { items: rejected } })
  return goOnIfDecided(work, row)
}

/** The items that a decision names, all of which wait; undefined where it names none. */
async function namedItems({ tx, client }: Work, id: string, ids: string[] | undefined) {
  if (!ids) return undefined
  const found = await findItems(tx, { client_id: client.id, disposal_id: id, ids: ids.filter(isUuid) })
  const known = new Map(found.map((item) => [item.id, item]))
  const errors: FieldError[] = ids.flatMap((one, index) =>
    known.has(one.toLowerCase())
      ? []
      : [{ field: `item_ids.${index}`, code: 'unknown_item', message: `Item ${one} not found.` }],
  )
  if (errors.length > 0) throw invalidFields(errors)
  const decided = found.find(({ status }) => status !== 'waiting')
  if (decided) throw new Problem('malformed', 'invalid_state', `The item ${decided.id} does not wait for a decision.`)
  return found
}

/** When nothing waits any more, a job takes away what may go. */
async function goOnIfDecided(work: Work, { id }: DisposalRow): Promise<Disposal> {
  const { tx, client, now } = work
  const row = await findDisposal(tx, client, id)
  if (row?.waiting === 0) {
    await storeStatus(tx, client, { id, status: 'processing', now })
    enqueue(work, RUN_DISPOSAL, { client_id: client.id, id })
  }
  return getStored(work, id)
}
