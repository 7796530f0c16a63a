import { forAdministrators } from '#kernel/access/session-person.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Routes } from '#platform/http/routes.ts'
import { SystemAnswer } from './schemas.ts'
import { findSetupGuide, SetupGuide } from './setup-guide.ts'
import { openSystemWatch, type SystemParts } from './system-monitor.ts'

export type { SystemParts }

export function systemRoutes(parts: SystemParts): Routes {
  const look = openSystemWatch(parts)
  return (admin) => {
    admin.get(
      '/system',
      {
        config: forAdministrators('system:read'),
        schema: {
          operationId: 'getSystem',
          summary: 'How the service does',
          response: { 200: SystemAnswer },
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
          summary: 'Which of the first steps of a client are done',
          response: { 200: SetupGuide },
        },
      },
      (request) => findSetupGuide(parts.db, callerOf(request).client),
    )
  }
}
