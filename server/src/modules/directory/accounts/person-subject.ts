import type { AuditSubject } from '#kernel/audit/audit-entry.ts'
import type { AccountOwner } from './queries.ts'

/** Whose log-in it is, as the audit trail names them. */
export function personSubject({ scope, technicalId }: AccountOwner): AuditSubject {
  return { type: scope === 'manager' ? 'user' : 'employee', technical_id: technicalId }
}
