import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { DELETION_STATUSES, type DeletionStatus } from './schemas.ts'

const DeletionCounts = NamedObject(
  'DeletionRequestCounts',
  Object.fromEntries(DELETION_STATUSES.map((status) => [status, Type.Integer({ minimum: 0 })])) as Record<
    DeletionStatus,
    ReturnType<typeof Type.Integer>
  >,
)

const countByStatus = statement<{ status: DeletionStatus; count: string }, { client_id: string }>(`
  SELECT status, count(*) FROM deletion_requests WHERE client_id = $client_id GROUP BY status`)

/** Below /admin: what the page of deletion requests needs beyond what applications get. */
export function deletionPageRoutes({ db }: { db: Db }): Routes {
  return (admin) =>
    admin.get(
      '/deletion_requests/counts',
      {
        config: forAdministrators('deletion_requests:read'),
        schema: {
          operationId: 'countDeletionRequests',
          summary: 'Count deletion requests by their status',
          response: { 200: DeletionCounts },
        },
      },
      async (request) => {
        const rows = await countByStatus(db, { client_id: callerOf(request).client.id })
        const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]))
        return Object.fromEntries(DELETION_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
          DeletionStatus,
          number
        >
      },
    )
}
