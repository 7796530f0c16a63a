import type { ModuleDeclaration } from '#kernel/module.ts'

export const articlesModule: ModuleDeclaration = {
  name: 'articles',
}
