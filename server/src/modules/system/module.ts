import type { ModuleDeclaration } from '#kernel/module.ts'

export const systemModule: ModuleDeclaration = {
  name: 'system',
}
