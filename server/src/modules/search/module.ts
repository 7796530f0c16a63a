import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { searchRoutes } from './routes.employee.ts'

type Deps = { db: Db; cursors: Cursors }

export const searchModule: ModuleDeclaration<Deps> = {
  name: 'search',
  routes: {
    employee: (deps) => [searchRoutes(deps)],
  },
}
