import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { isUuid } from '#platform/uuid.ts'

const PackageNamesQuery = Type.Object({
  ids: Type.String({
    pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$',
    maxLength: 3700,
    description: 'Of up to 100 packages, with commas between them.',
  }),
})

const PackageName = NamedObject('AccessPackageName', {
  id: Type.String({ format: 'uuid' }),
  name: Type.String({ description: 'Of the employee.' }),
})

const listNames = statement<{ id: string; name: string }, { client_id: string; ids: string[] }>(`
  SELECT package.id, employee.first_name || ' ' || employee.last_name AS name
  FROM access_packages package
  JOIN employees employee ON employee.client_id = $client_id AND employee.key = package.employee_key
  WHERE package.client_id = $client_id AND package.id = ANY ($ids::uuid[])`)

/** Below /admin: what the page of access packages needs beyond what applications get. */
export function packagePageRoutes({ db }: { db: Db }): Routes {
  return (admin) =>
    admin.get(
      '/access_packages/names',
      {
        config: forAdministrators('access_packages:read'),
        schema: {
          operationId: 'nameAccessPackages',
          summary: 'Name the employees of access packages; of nobody without the permission to read all employees',
          querystring: PackageNamesQuery,
          response: { 200: Type.Array(PackageName) },
        },
      },
      async (request) => {
        if (!covers(request.permissions, 'employees:read')) return []
        const ids = request.query.ids.split(',').filter(isUuid)
        return listNames(db, { client_id: callerOf(request).client.id, ids })
      },
    )
}
