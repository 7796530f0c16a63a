import type { ModuleDeclaration } from '#kernel/module.ts'
import { type PrivacyDeps, privacyRoutes } from './routes.employee.ts'

export const privacyModule: ModuleDeclaration<PrivacyDeps> = {
  name: 'privacy',
  routes: {
    employee: (deps) => [privacyRoutes(deps)],
  },
}
