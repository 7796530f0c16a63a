import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { listViews } from './list-views.ts'
import { ListViewsQuery, ViewOfMyFile } from './schemas.ts'

/** What the employee who is logged in may know of the trail. */
export function employeeAuditRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (portal) => {
    portal.get(
      '/me/audit_entries',
      {
        config: forEmployees,
        schema: {
          operationId: 'listViewsOfMyFile',
          summary: 'Who looked at my file, newest first',
          querystring: ListViewsQuery,
          response: { 200: Type.Array(ViewOfMyFile) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const scope = listScope(client, '/me/audit_entries', [person.technical_id])
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          listViews(db, client, person, page),
        )
      },
    )
  }
}
