import type { ModuleDeclaration } from '#kernel/module.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { partitionEvents } from './jobs.ts'
import { eventCollector } from './personal-data/collect-events.ts'
import { eventEraser } from './personal-data/erase-events.ts'
import { eventTypeRoutes } from './routes.admin.ts'
import { historyRoutes } from './routes.manager.ts'
import { eventRoutes } from './routes.v2.ts'

type Deps = { db: Db; cursors: Cursors }

export const eventsModule: ModuleDeclaration<Deps> = {
  name: 'events',
  personalData: { collectors: [eventCollector], erasers: [eventEraser] },
  permissions: ['events'],
  jobs: [partitionEvents],
  routes: {
    v2: (deps) => [eventRoutes(deps)],
    manager: (deps) => [historyRoutes(deps)],
    admin: (deps) => [eventRoutes(deps), eventTypeRoutes],
  },
  chapters: {
    Events: 'The log of all events.',
  },
}
