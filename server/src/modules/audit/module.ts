import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { ModuleDeclaration } from '#kernel/module.ts'
import { makeDailyCheckpoints } from './checkpoints/jobs.ts'
import { forgetRecentReads } from './jobs.ts'
import { auditPageRoutes } from './names/routes.admin.ts'
import { expireAuditPeople, expireForgotten } from './people/jobs.ts'
import { employeeAuditRoutes } from './people/routes.employee.ts'
import { privacySection } from './people/setup-section.ts'
import { entryCollector } from './personal-data/collect-entries.ts'
import { auditColumns } from './personal-data/columns.ts'
import { trailEraser } from './personal-data/erase-trail.ts'
import { type AuditDeps, auditRoutes } from './reading/routes.v2.ts'

export const auditModule: ModuleDeclaration<AuditDeps & { audit: AuditTrail }> = {
  name: 'audit',
  tables: [
    'audit_entries',
    'audit_people',
    'audit_heads',
    'audit_checkpoints',
    'audit_forgotten',
    'audit_recent_reads',
    'audit_settings',
  ],
  events: ['audit_checkpoint'],
  permissions: ['audit_entries'],
  jobs: [makeDailyCheckpoints, expireAuditPeople, expireForgotten, forgetRecentReads],
  setupSections: [privacySection],
  personalData: { columns: auditColumns, collectors: [entryCollector], erasers: [trailEraser] },
  routes: {
    v2: (deps) => [auditRoutes(deps)],
    admin: (deps) => [auditRoutes(deps), auditPageRoutes(deps)],
    employee: (deps) => [employeeAuditRoutes(deps)],
  },
  chapters: {
    'Audit entries': 'What was done and read, in a chain that shows any change, and its sealed checkpoints.',
  },
}
