import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { deleteOldMails, RETENTION_DAYS } from './jobs.ts'
import { mailCollector } from './personal-data/collect-mails.ts'
import { mailColumns } from './personal-data/columns.ts'
import { mailEraser } from './personal-data/erase-mails.ts'
import { mailRoutes } from './routes.admin.ts'

type Deps = { db: Db; cursors: Cursors }

export const mailsModule: ModuleDeclaration<Deps> = {
  name: 'mails',
  tables: ['mails'],
  personalData: { columns: mailColumns, collectors: [mailCollector], erasers: [mailEraser] },
  jobs: [deleteOldMails],
  keptData: [{ kind: 'mails', days: RETENTION_DAYS }],
  routes: {
    admin: (deps) => [mailRoutes(deps)],
  },
}
