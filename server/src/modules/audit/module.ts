import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { ModuleDeclaration } from '#kernel/module.ts'

export const auditModule: ModuleDeclaration<{ audit: AuditTrail }> = {
  name: 'audit',
}
