import type { ModuleDeclaration } from '#kernel/module.ts'
import { runBulkActions, tidyBulkActions } from './jobs.ts'
import { type BulkDeps, bulkRoutes } from './routes.manager.ts'

type Deps = BulkDeps

export const bulkModule: ModuleDeclaration<Deps> = {
  name: 'bulk',
  jobs: [runBulkActions, tidyBulkActions],
  routes: {
    manager: (deps) => [bulkRoutes(deps)],
  },
}
