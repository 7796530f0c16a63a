import type { ModuleDeclaration } from '#kernel/module.ts'

export const eventsModule: ModuleDeclaration = {
  name: 'events',
}
