import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { deleteOldMails, RETENTION_DAYS } from './jobs.ts'
import { mailRoutes } from './routes.admin.ts'

type Deps = { db: Db; cursors: Cursors }

export const mailsModule: ModuleDeclaration<Deps> = {
  name: 'mails',
  tables: ['mails'],
  jobs: [deleteOldMails],
  keptData: [{ kind: 'mails', days: RETENTION_DAYS }],
  routes: {
    admin: (deps) => [mailRoutes(deps)],
  },
}
