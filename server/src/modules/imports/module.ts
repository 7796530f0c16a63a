import type { ModuleDeclaration } from '#kernel/module.ts'
import { datasetImportRoutes } from './datasets/routes.v2.ts'
import { importDataset, importManagers } from './jobs.ts'
import { managerImportRoutes } from './managers/routes.unversioned.ts'
import { importRoutes } from './managers/routes.v2.ts'
import { importColumns } from './personal-data/columns.ts'
import { importedBlobs } from './queries.ts'
import { importAdminRoutes, type ManagerImportDeps } from './routes.admin.ts'

type Deps = ManagerImportDeps

export const importsModule: ModuleDeclaration<Deps> = {
  name: 'imports',
  tables: ['imports', 'import_report_lines'],
  events: ['import', 'dataset_import'],
  permissions: ['imports', 'dataset_imports'],
  jobs: [importDataset, importManagers],
  blobs: [importedBlobs],
  personalData: { columns: importColumns },
  routes: {
    v2: (deps) => [datasetImportRoutes(deps), importRoutes(deps)],
    unversioned: (deps) => [managerImportRoutes(deps)],
    manager: (deps) => [importAdminRoutes(deps)],
    admin: (deps) => [datasetImportRoutes(deps), importRoutes(deps)],
  },
  chapters: {
    'Data set imports': 'Imports of CSV files into data sets, with their reports.',
    Imports: 'Imports of managers, with their reports.',
    Managers: 'Import of managers from a CSV file.',
  },
}
