import { listOrder } from '#platform/db/keyset-sql.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import type { Resource } from '#platform/http/resource-routes.ts'
import { deleteOrganization } from './delete-organization.ts'
import { lockDirectory } from './directory-lock.ts'
import { findOrganization, listOrganizations } from './organization-queries.ts'
import { ListOrganizationsQuery, Organization, OrganizationInput } from './organization-schemas.ts'
import { presentOrganization } from './present.ts'
import { patchOrganization, putOrganization } from './put-organization.ts'
import { OrganizationCode } from './schemas.ts'

export const organizations: Resource<typeof Organization, typeof ListOrganizationsQuery, typeof OrganizationInput> = {
  path: '/organizations',
  conflicts: ['delete'],
  name: 'organization',
  plural: 'organizations',
  idName: 'code',
  id: OrganizationCode,
  item: Organization,
  query: ListOrganizationsQuery,
  put: OrganizationInput,
  list(db, client, query, at) {
    const order = listOrder(query.sort ?? 'code', { name: 'sort_name' }, 'code')
    return orderedPage(
      order,
      { at, perPage: query.per_page },
      (request) => listOrganizations(db, client, query, order, request),
      presentOrganization,
    )
  },
  async find(db, client, code) {
    const row = await findOrganization(db, client, code)
    return row && presentOrganization(row)
  },
  lock: lockDirectory,
  putOne: putOrganization,
  patchOne: patchOrganization,
  deleteOne: deleteOrganization,
}
