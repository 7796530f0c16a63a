import type { ModuleDeclaration } from '#kernel/module.ts'
import { type ShortcutDeps, shortcutRoutes } from './routes.v1.ts'

type Deps = ShortcutDeps

export const shortcutsModule: ModuleDeclaration<Deps> = {
  name: 'shortcuts',
  routes: {
    v1: (deps) => [shortcutRoutes(deps)],
  },
  chapters: {
    Shortcuts: 'URLs that redirect a logged-in person to a page of the portal.',
  },
}
