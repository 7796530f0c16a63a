import { employeeSubject } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import type { RequestRow } from '#modules/requests/queries.ts'

/** Writes down that a request is gone. */
export function recordDeleted(work: Work, { id, employee }: Pick<RequestRow, 'id' | 'employee'>): void {
  recordAudit(work, {
    action: 'request.deleted',
    subject: employeeSubject(employee?.technical_id),
    resource: { type: 'request', id },
  })
}
