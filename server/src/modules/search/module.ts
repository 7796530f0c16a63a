import type { ModuleDeclaration } from '#kernel/module.ts'

export const searchModule: ModuleDeclaration = {
  name: 'search',
}
