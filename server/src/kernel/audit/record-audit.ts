import type { Work } from '#kernel/work.ts'
import { type AuditEntry, auditActorOf } from './audit-entry.ts'

/** Writes an entry of the audit trail down with the change: both are stored, or none is. */
export function recordAudit(work: Work, entry: AuditEntry): void {
  work.pendingAudit.push({ ...entry, actor: entry.actor ?? auditActorOf(work), at: work.now })
}
