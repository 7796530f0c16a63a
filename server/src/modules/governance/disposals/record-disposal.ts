import type { AuditAction, AuditDetails } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import { actingSubject } from '#modules/governance/acting-manager.ts'

type Recorded = {
  action: Extract<AuditAction, `disposal.${string}`>
  /** The manager for whom an application acts. */
  technicalId?: string | null | undefined
  details?: AuditDetails
}

export function recordDisposal(work: Work, id: string, { action, technicalId, details = {} }: Recorded): void {
  recordAudit(work, {
    action,
    subject: actingSubject(work, technicalId),
    resource: { type: 'disposal', id },
    details,
  })
}
