import type { ModuleDeclaration } from '#kernel/module.ts'
import { type HoldDeps, legalHoldRoutes } from './holds/routes.v2.ts'

export const governanceModule: ModuleDeclaration<HoldDeps> = {
  name: 'governance',
  tables: ['legal_holds', 'legal_hold_items'],
  events: ['legal_hold'],
  permissions: ['legal_holds'],
  routes: {
    v2: (deps) => [legalHoldRoutes(deps)],
    admin: (deps) => [legalHoldRoutes(deps)],
  },
  chapters: {
    'Legal holds': 'Matters for which documents, requests, notes, signature processes and employees have to be kept.',
  },
}
