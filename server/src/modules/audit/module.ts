import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { ModuleDeclaration } from '#kernel/module.ts'
import { forgetRecentReads } from './jobs.ts'

export const auditModule: ModuleDeclaration<{ audit: AuditTrail }> = {
  name: 'audit',
  tables: ['audit_recent_reads'],
  jobs: [forgetRecentReads],
}
