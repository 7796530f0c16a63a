import type { ModuleDeclaration } from '#kernel/module.ts'
import { importDataset, importManagers } from './jobs.ts'
import { importedBlobs } from './queries.ts'

export const importsModule: ModuleDeclaration = {
  name: 'imports',
  jobs: [importDataset, importManagers],
  blobs: [importedBlobs],
}
