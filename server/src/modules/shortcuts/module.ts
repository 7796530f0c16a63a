import type { ModuleDeclaration } from '#kernel/module.ts'

export const shortcutsModule: ModuleDeclaration = {
  name: 'shortcuts',
}
