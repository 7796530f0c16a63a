import type { ModuleDeclaration } from '#kernel/module.ts'
import { remindManagers } from './jobs.ts'

export const notesModule: ModuleDeclaration = {
  name: 'notes',
  jobs: [remindManagers],
}
