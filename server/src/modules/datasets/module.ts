import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { datasetAdminRoutes } from './definitions/routes.admin.ts'
import { datasetRoutes } from './definitions/routes.v2.ts'
import { foldValueCounts, purgeDataset } from './jobs.ts'
import { datasetColumns } from './personal-data/columns.ts'
import { datasetsSection } from './setup-section.ts'
import { valueRoutes } from './values/routes.v2.ts'

type Deps = { db: Db; cursors: Cursors; audit: AuditTrail }

export const datasetsModule: ModuleDeclaration<Deps> = {
  name: 'datasets',
  tables: ['datasets', 'dataset_values', 'dataset_value_changes', 'dataset_links'],
  events: ['dataset', 'dataset_value'],
  permissions: ['datasets'],
  jobs: [foldValueCounts, purgeDataset],
  setupSections: [datasetsSection],
  personalData: { columns: datasetColumns },
  routes: {
    v2: (deps) => [datasetRoutes(deps), valueRoutes(deps)],
    admin: (deps) => [datasetAdminRoutes(deps), datasetRoutes(deps), valueRoutes(deps)],
  },
  chapters: {
    'Data sets': 'Hierarchical, translated lists of values that forms choose from: data sets, dimensions and values.',
  },
}
