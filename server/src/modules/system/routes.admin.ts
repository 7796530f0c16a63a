import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Routes } from '#platform/http/routes.ts'
import { SystemState } from './schemas.ts'
import { findSetupGuide, SetupGuide } from './setup-guide.ts'
import { createSystemMonitor, type SystemDeps } from './system-monitor.ts'

export type { SystemDeps }

export function systemRoutes(deps: SystemDeps): Routes {
  const look = createSystemMonitor(deps)
  return (admin) => {
    admin.get(
      '/system',
      {
        config: forAdministrators('system:read'),
        schema: {
          operationId: 'getSystem',
          summary: 'The health of the service',
          response: { 200: SystemState },
        },
      },
      async (request) => look(callerOf(request).client),
    )

    admin.get(
      '/setup_guide',
      {
        config: forAdministrators('system:read'),
        schema: {
          operationId: 'getSetupGuide',
          summary: 'The progress of a client’s first steps',
          response: { 200: SetupGuide },
        },
      },
      (request) => findSetupGuide(deps.db, callerOf(request).client),
    )
  }
}
