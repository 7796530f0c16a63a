import type { ModuleDeclaration } from '#kernel/module.ts'
import { runBulkActions, tidyBulkActions } from './jobs.ts'

export const bulkModule: ModuleDeclaration = {
  name: 'bulk',
  jobs: [runBulkActions, tidyBulkActions],
}
