import type { ModuleDeclaration } from '#kernel/module.ts'
import { foldValueCounts, purgeDataset } from './jobs.ts'

export const datasetsModule: ModuleDeclaration = {
  name: 'datasets',
  jobs: [foldValueCounts, purgeDataset],
}
