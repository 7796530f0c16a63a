import type { ModuleDeclaration } from '#kernel/module.ts'
import type { SearchDeps } from './find-everywhere.ts'
import { searchRoutes } from './routes.employee.ts'

export const searchModule: ModuleDeclaration<SearchDeps> = {
  name: 'search',
  routes: {
    employee: (deps) => [searchRoutes(deps)],
  },
}
