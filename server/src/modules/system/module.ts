import type { ModuleDeclaration } from '#kernel/module.ts'
import { traceEraser } from './personal-data/erase-traces.ts'
import { systemRoutes } from './routes.admin.ts'
import type { SystemDeps } from './system-monitor.ts'

type Deps = SystemDeps

export const systemModule: ModuleDeclaration<Deps> = {
  name: 'system',
  personalData: { erasers: [traceEraser] },
  permissions: ['system'],
  routes: {
    admin: (deps) => [systemRoutes(deps)],
  },
}
