import { type AuditAction, type AuditEntry, employeeSubject } from '#kernel/audit/audit-entry.ts'

/** The person stands in the subject alone. */
export function employeeEntry(
  action: AuditAction,
  { technical_id, core_uuid }: { technical_id: string; core_uuid: string },
): AuditEntry {
  return { action, subject: employeeSubject(technical_id), resource: { type: 'employee', id: core_uuid } }
}
