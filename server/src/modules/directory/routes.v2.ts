import { Type } from 'typebox'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/cursor.ts'
import { accessTo, resourceRoutes } from '#platform/http/resource-routes.ts'
import type { Routes } from '#platform/http/routes.ts'
import { putManyEmployees } from './bulk-employees.ts'
import { customFields } from './custom-fields.ts'
import { restoreEmployee } from './delete-employee.ts'
import { BulkEmployeesBody, BulkEmployeesResult, Employee, MOST_BULK_EMPLOYEES } from './employee-schemas.ts'
import { employees } from './employees.ts'
import { accountLinkRoutes } from './log-ins/link-routes.v2.ts'
import { organizationGroups } from './organization-groups.ts'
import { organizations } from './organizations.ts'
import { roles } from './roles.ts'
import { samlIdentityProviders } from './saml-identity-providers.ts'
import { TechnicalId } from './schemas.ts'
import { users } from './users.ts'

export function directoryRoutes(parts: { db: Db; cursors: Cursors }): Routes {
  return (v2) => {
    accountLinkRoutes(v2)
    resourceRoutes(v2, parts, customFields)
    resourceRoutes(v2, parts, employees)
    resourceRoutes(v2, parts, organizationGroups)
    resourceRoutes(v2, parts, organizations)
    resourceRoutes(v2, parts, roles)
    resourceRoutes(v2, parts, samlIdentityProviders)
    resourceRoutes(v2, parts, users)

    v2.post(
      '/employees/bulk',
      {
        config: accessTo('employees').write,
        schema: {
          operationId: 'putEmployees',
          summary: `Create or replace up to ${MOST_BULK_EMPLOYEES} employees at once: the good ones stay`,
          body: BulkEmployeesBody,
          response: { 200: BulkEmployeesResult },
        },
      },
      (request) => request.work((work) => putManyEmployees(work, request.body.employees)),
    )

    v2.post(
      '/employees/:technical_id/restore',
      {
        config: accessTo('employees').write,
        schema: {
          operationId: 'restoreEmployee',
          summary: 'Bring a deleted employee back',
          params: Type.Object({ technical_id: TechnicalId }),
          response: { 200: Employee },
        },
      },
      (request) => request.work((work) => restoreEmployee(work, request.params.technical_id)),
    )
  }
}
