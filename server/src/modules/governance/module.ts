import type { ModuleDeclaration } from '#kernel/module.ts'
import { legalHoldPageRoutes } from './holds/routes.admin.ts'
import { managerHoldRoutes } from './holds/routes.manager.ts'
import { type HoldDeps, legalHoldRoutes, namedLegalHoldRoutes } from './holds/routes.v2.ts'

export const governanceModule: ModuleDeclaration<HoldDeps> = {
  name: 'governance',
  tables: ['legal_holds', 'legal_hold_items'],
  events: ['legal_hold'],
  permissions: ['legal_holds'],
  routes: {
    v2: (deps) => [legalHoldRoutes(deps)],
    manager: (deps) => [managerHoldRoutes(deps)],
    admin: (deps) => [namedLegalHoldRoutes(deps), legalHoldPageRoutes(deps)],
  },
  chapters: {
    'Legal holds': 'Matters for which documents, requests, notes, signature processes and employees have to be kept.',
  },
}
