import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { getDocumentForManager } from '#modules/documents/access/manager-access.ts'
import { explainToManager, Retention } from '#modules/governance/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { DocumentParams } from './schemas.ts'

export function managerDocumentRetentionRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (portal) =>
    portal.get(
      '/manager/documents/:id/retention',
      {
        config: forManagers(),
        schema: {
          operationId: 'getManagedDocumentRetention',
          summary: 'Read how long a document is kept, and why',
          params: DocumentParams,
          response: { 200: Retention },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { row } = await getDocumentForManager(db, client, person.technical_id, request.params.id)
        const item = { type: `${row.kind}_document`, id: row.id, now: clock.now() } as const
        return explainToManager(db, client, person, item)
      },
    )
}
