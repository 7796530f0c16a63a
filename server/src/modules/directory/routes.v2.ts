import { Type } from 'typebox'
import { accessTo, resourceRoutes } from '#kernel/resources/resource-routes.ts'
import { accountLinkRoutes } from '#modules/directory/account-links/routes.v2.ts'
import { customFields, translatedCustomFields } from '#modules/directory/custom-fields/custom-fields.ts'
import { restoreEmployee } from '#modules/directory/employees/delete-employee.ts'
import { employees } from '#modules/directory/employees/employees.ts'
import { putManyEmployees } from '#modules/directory/employees/put-many-employees.ts'
import {
  BulkEmployeesBody,
  BulkEmployeesResult,
  Employee,
  MAX_BULK_EMPLOYEES,
} from '#modules/directory/employees/schemas.ts'
import { samlIdentityProviders } from '#modules/directory/identity-providers/saml-identity-providers.ts'
import { organizationGroups, translatedOrganizationGroups } from '#modules/directory/organizations/groups.ts'
import { organizations, translatedOrganizations } from '#modules/directory/organizations/organizations.ts'
import { roles, translatedRoles } from '#modules/directory/roles/roles.ts'
import { users } from '#modules/directory/users/users.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { TechnicalId } from './schemas.ts'

type Deps = { db: Db; cursors: Cursors }

/** Applications know things by one name. Administrators, in the portal, name them in every language of the client. */
const PLAIN = { customFields, organizationGroups, organizations, roles }
const TRANSLATED = {
  customFields: translatedCustomFields,
  organizationGroups: translatedOrganizationGroups,
  organizations: translatedOrganizations,
  roles: translatedRoles,
}

export function directoryRoutes(deps: Deps, { isTranslated = false } = {}): Routes {
  const named = isTranslated ? TRANSLATED : PLAIN
  return (v2) => {
    accountLinkRoutes(v2)
    resourceRoutes(v2, deps, named.customFields)
    resourceRoutes(v2, deps, employees)
    resourceRoutes(v2, deps, named.organizationGroups)
    resourceRoutes(v2, deps, named.organizations)
    resourceRoutes(v2, deps, named.roles)
    resourceRoutes(v2, deps, samlIdentityProviders)
    resourceRoutes(v2, deps, users)

    v2.post(
      '/employees/bulk',
      {
        config: accessTo('employees').write,
        schema: {
          operationId: 'putEmployees',
          summary: `Create or replace up to ${MAX_BULK_EMPLOYEES} employees at once: the good ones stay`,
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
          summary: 'Restore a deleted employee',
          params: Type.Object({ technical_id: TechnicalId }),
          response: { 200: Employee },
        },
      },
      (request) => request.work((work) => restoreEmployee(work, request.params.technical_id)),
    )
  }
}
