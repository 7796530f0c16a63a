import type { Work } from '#kernel/work.ts'
import { storeDeletion } from '#modules/governance/erasure/ask.ts'
import { findResourceByKey } from '#modules/governance/erasure/find-resource.ts'
import { Problem } from '#platform/problem.ts'
import type { ApprovedItem } from './item-queries.ts'
import type { DisposalRow } from './queries.ts'

/**
 * Employees go by an erasure, which asks every module and leaves nothing behind that has to go. Answers the items that wait for
 * theirs; those of whom a person asked for one already are left to that.
 */
export async function eraseEmployees(
  work: Work,
  row: DisposalRow,
  items: readonly ApprovedItem[],
): Promise<Set<string>> {
  const waiting = new Set<string>()
  for (const item of items) if (await isAsked(work, row, item)) waiting.add(item.key)
  return waiting
}

async function isAsked(work: Work, { id, action }: DisposalRow, { key, resource_key }: ApprovedItem): Promise<boolean> {
  const resource = await findResourceByKey(work.tx, work.client, resource_key)
  if (!resource) return false
  const asked = {
    resource_type: 'employee' as const,
    mode: action === 'anonymise' ? ('anonymise' as const) : ('delete' as const),
    origin: 'retention' as const,
    reason: null,
    requested_by_employee: false,
    notification_recipient: null,
    grace_days: 0,
    send_package: false,
    external_reference: null,
    created_by: { ...work.actor, on_behalf_of: null },
  }
  try {
    await storeDeletion(work, resource, asked, { disposal_id: id, disposal_item_key: key })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'deletion_request_open') return false
    throw error
  }
}
