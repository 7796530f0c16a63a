import { Type } from 'typebox'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/cursor.ts'
import { accessTo, resourceRoutes } from '#platform/http/resource-routes.ts'
import type { Routes } from '#platform/http/routes.ts'
import { putManyEmployees } from './bulk-employees.ts'
import { customFields, translatedCustomFields } from './custom-fields.ts'
import { restoreEmployee } from './delete-employee.ts'
import { BulkEmployeesBody, BulkEmployeesResult, Employee, MOST_BULK_EMPLOYEES } from './employee-schemas.ts'
import { employees } from './employees.ts'
import { accountLinkRoutes } from './log-ins/link-routes.v2.ts'
import { organizationGroups, translatedOrganizationGroups } from './organization-groups.ts'
import { organizations, translatedOrganizations } from './organizations.ts'
import { roles, translatedRoles } from './roles.ts'
import { samlIdentityProviders } from './saml-identity-providers.ts'
import { TechnicalId } from './schemas.ts'
import { users } from './users.ts'

type Parts = { db: Db; cursors: Cursors }

/** Applications know things by one name. Administrators, in the portal, name them in every language of the client. */
const PLAIN = { customFields, organizationGroups, organizations, roles }
const TRANSLATED = {
  customFields: translatedCustomFields,
  organizationGroups: translatedOrganizationGroups,
  organizations: translatedOrganizations,
  roles: translatedRoles,
}

export function directoryRoutes(parts: Parts, { isTranslated = false } = {}): Routes {
  const named = isTranslated ? TRANSLATED : PLAIN
  return (v2) => {
    accountLinkRoutes(v2)
    resourceRoutes(v2, parts, named.customFields)
    resourceRoutes(v2, parts, employees)
    resourceRoutes(v2, parts, named.organizationGroups)
    resourceRoutes(v2, parts, named.organizations)
    resourceRoutes(v2, parts, named.roles)
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
