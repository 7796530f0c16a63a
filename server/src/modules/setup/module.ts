import type { ModuleDeclaration } from '#kernel/module.ts'

export const setupModule: ModuleDeclaration = {
  name: 'setup',
}
