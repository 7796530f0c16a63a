import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { EmployeeParams, getEmployeeForManager } from '#modules/directory/index.ts'
import type { Routes } from '#platform/http/routes.ts'
import { explainToManager } from './explanation/for-manager.ts'
import type { ExplanationDeps } from './explanation/routes.ts'
import { Retention } from './explanation/schemas.ts'

/** What managers are told of the retention of their employees; on other things, those tell it themselves. */
export function managerRetentionRoutes({ db, clock }: ExplanationDeps): Routes {
  return (portal) =>
    portal.get(
      '/manager/employees/:technical_id/retention',
      {
        config: forManagers('employees:read'),
        schema: {
          operationId: 'getManagedEmployeeRetention',
          summary: 'Read how long an employee is kept, and why',
          params: EmployeeParams,
          response: { 200: Retention },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const id = request.params.technical_id
        await getEmployeeForManager(db, client, {
          manager: person.technical_id,
          technicalId: id,
          permission: 'employees:read',
        })
        return explainToManager(db, client, person, { type: 'employee', id, now: clock.now() })
      },
    )
}
