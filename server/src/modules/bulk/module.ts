import type { ModuleDeclaration } from '#kernel/module.ts'
import { runBulkActions, tidyBulkActions } from './jobs.ts'
import { bulkColumns } from './personal-data/columns.ts'
import { type BulkDeps, bulkRoutes } from './routes.manager.ts'

type Deps = BulkDeps

export const bulkModule: ModuleDeclaration<Deps> = {
  name: 'bulk',
  tables: ['bulk_actions', 'bulk_action_exceptions'],
  jobs: [runBulkActions, tidyBulkActions],
  personalData: { columns: bulkColumns },
  routes: {
    manager: (deps) => [bulkRoutes(deps)],
  },
}
