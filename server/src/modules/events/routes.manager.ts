import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { EmployeeParams, getEmployeeForManager } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { HistoryItem, HistoryQuery } from './history-schemas.ts'
import { listHistory } from './list-history.ts'

/** What happened to an employee and in the folder, for the managers who look after them. */
export function historyRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (portal) =>
    portal.get(
      '/manager/employees/:technical_id/history',
      {
        config: forManagers('employees:read'),
        schema: {
          operationId: 'listEmployeeHistory',
          summary: 'List what happened to an employee and in the folder, newest first',
          params: EmployeeParams,
          querystring: HistoryQuery,
          response: { 200: Type.Array(HistoryItem) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const manager = personOf(request).technical_id
        const { technical_id } = request.params
        const employee = await getEmployeeForManager(db, client, {
          manager,
          technicalId: technical_id,
          permission: 'employees:read',
        })
        const scope = listScope(client, 'history', [manager, technical_id])
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          listHistory(db, client, { manager, employee }, page),
        )
      },
    )
}
