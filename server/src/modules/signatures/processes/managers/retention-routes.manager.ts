import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { explainToManager, Retention } from '#modules/governance/index.ts'
import { ProcessParams } from '#modules/signatures/processes/schemas.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { getProcessInPerimeter, signaturePerimeterOf } from './perimeter.ts'

export function managerProcessRetentionRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (portal) =>
    portal.get(
      '/manager/signatures/:id/retention',
      {
        config: forManagers('signatures:read'),
        schema: {
          operationId: 'getManagedSignatureRetention',
          summary: 'Read how long a signature process is kept, and why',
          params: ProcessParams,
          response: { 200: Retention },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const perimeter = await signaturePerimeterOf(db, client, person, 'read')
        const { id } = await getProcessInPerimeter(db, client, perimeter, request.params.id)
        return explainToManager(db, client, person, { type: 'signature_process', id, now: clock.now() })
      },
    )
}
