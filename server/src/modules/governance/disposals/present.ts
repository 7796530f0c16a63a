import type { HeldType } from '#kernel/legal-hold.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { ItemRow } from './item-queries.ts'
import type { DisposalRow } from './queries.ts'
import type { Disposal, DisposalItem } from './schemas.ts'

export function presentDisposal(row: DisposalRow): Disposal {
  const { total, waiting, approved, rejected, held, not_due, gone, done, failed } = row
  return {
    id: row.id,
    retention_policy_id: row.retention_policy_id,
    policy: row.policy,
    status: row.status,
    origin: row.origin,
    needs_approval: row.needs_approval,
    counts: { total, waiting, approved, rejected, held, not_due, gone, done, failed },
    approvals: presentApprovals(row),
    has_certificate: row.has_certificate,
    created_at: inSeconds(row.created_at),
    completed_at: row.completed_at && inSeconds(row.completed_at),
  }
}

export function presentApprovals({ approvals }: DisposalRow): Disposal['approvals'] {
  return approvals.map(({ technical_id, name, at, items, comment }) => ({
    technical_id,
    name,
    at: inSeconds(new Date(at)),
    items,
    comment,
  }))
}

export function presentItem(resource_type: HeldType, row: ItemRow): DisposalItem {
  const { id, resource_id, title, due_on, status, approved_by, reason, legal_hold_ids, files } = row
  return {
    id,
    resource_type,
    resource_id,
    title,
    due_on,
    status,
    approved_by,
    reason,
    legal_hold_ids,
    files: files.map(({ sha256, size }) => ({ sha256, size })),
  }
}
