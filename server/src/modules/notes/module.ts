import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { noteDisposer } from './dispose-notes.ts'
import { remindManagers } from './jobs.ts'
import { noteCollector } from './personal-data/collect-notes.ts'
import { noteColumns } from './personal-data/columns.ts'
import { noteEraser } from './personal-data/erase-notes.ts'
import { managerNoteRetentionRoutes } from './retention-routes.manager.ts'
import { managerNoteRoutes } from './routes.manager.ts'
import { noteRoutesV1 } from './routes.v1.ts'
import { noteRoutes } from './routes.v2.ts'

type Deps = { db: Db; cursors: Cursors; clock: Clock }

export const notesModule: ModuleDeclaration<Deps> = {
  name: 'notes',
  tables: ['notes', 'note_readers', 'note_reminders'],
  events: ['note'],
  permissions: ['notes'],
  jobs: [remindManagers],
  disposers: [noteDisposer],
  personalData: { columns: noteColumns, collectors: [noteCollector], erasers: [noteEraser] },
  routes: {
    v1: () => [noteRoutesV1],
    v2: (deps) => [noteRoutes(deps)],
    manager: (deps) => [managerNoteRoutes(deps), managerNoteRetentionRoutes(deps)],
  },
  chapters: {
    Notes: 'Notes on employees and documents, with reminders.',
  },
}
