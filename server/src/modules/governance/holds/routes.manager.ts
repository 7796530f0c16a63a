import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { EmployeeParams, getEmployeeForManager } from '#modules/directory/index.ts'
import type { Routes } from '#platform/http/routes.ts'
import { HoldOnResource, listHoldsOn } from './holds-on.ts'
import type { HoldDeps } from './routes.v2.ts'

/** What managers are told of holds on their employees; on other things, those tell it themselves. */
export function managerHoldRoutes({ db }: HoldDeps): Routes {
  return (portal) =>
    portal.get(
      '/manager/employees/:technical_id/legal_holds',
      {
        config: forManagers('employees:read'),
        schema: {
          operationId: 'listLegalHoldsOnEmployee',
          summary: 'List the open legal holds that cover an employee',
          params: EmployeeParams,
          response: { 200: Type.Array(HoldOnResource) },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { key } = await getEmployeeForManager(db, client, {
          manager: person.technical_id,
          technicalId: request.params.technical_id,
          permission: 'employees:read',
        })
        return listHoldsOn(db, client, person, { type: 'employee', id: key })
      },
    )
}
