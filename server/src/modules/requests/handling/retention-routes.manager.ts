import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { explainToManager, Retention } from '#modules/governance/index.ts'
import { expectInPerimeter, requestPerimeter } from '#modules/requests/request-perimeter.ts'
import { RequestParams } from '#modules/requests/schemas.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'

export function managerRequestRetentionRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (portal) =>
    portal.get(
      '/manager/requests/:id/retention',
      {
        config: forManagers('requests:read'),
        schema: {
          operationId: 'getManagedRequestRetention',
          summary: 'Read how long a request is kept, and why',
          params: RequestParams,
          response: { 200: Retention },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { id } = request.params
        await expectInPerimeter(db, client, await requestPerimeter(db, client, person, 'requests:read'), id)
        return explainToManager(db, client, person, { type: 'request', id, now: clock.now() })
      },
    )
}
