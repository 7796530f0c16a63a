import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import { nameResources } from '#modules/governance/holds/name-resources.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject, Text } from '#platform/http/validation/schemas.ts'

const MAX_NAMED = 100

const PackageNamesInput = NamedObject('AccessPackageNamesInput', {
  employee_technical_ids: Type.Array(Text({ minLength: 1, maxLength: 50 }), { maxItems: MAX_NAMED }),
})

const PackageName = NamedObject('AccessPackageName', { technical_id: Type.String(), name: Type.String() })

/** Below /admin: what the page of access packages needs beyond what applications get. */
export function packagePageRoutes({ db }: { db: Db }): Routes {
  return (admin) =>
    admin.post(
      '/access_packages/names',
      {
        config: forAdministrators('access_packages:read'),
        schema: {
          operationId: 'nameAccessPackages',
          summary: 'Name the employees of access packages, as far as the administrator may read them',
          body: PackageNamesInput,
          response: { 200: Type.Array(PackageName) },
        },
      },
      async (request) => {
        const asked = request.body.employee_technical_ids.map((resource_id) => ({
          resource_type: 'employee' as const,
          resource_id,
        }))
        const named = await nameResources(db, callerOf(request).client, asked, request.permissions)
        return named.flatMap(({ employee }) => employee ?? [])
      },
    )
}
