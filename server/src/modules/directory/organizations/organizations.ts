import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { Client, Work } from '#kernel/work.ts'
import { lockDirectory } from '#modules/directory/directory-lock.ts'
import {
  type NamedOrganization,
  presentOrganization,
  presentTranslatedOrganization,
} from '#modules/directory/present.ts'
import { OrganizationCode } from '#modules/directory/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import type { PageRequest } from '#platform/db/lists/keyset-page.ts'
import { listOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { deleteOrganization } from './delete-organization.ts'
import { patchOrganization, putOrganization } from './put-organization.ts'
import { findOrganization, listOrganizations } from './queries.ts'
import {
  ListOrganizationsQuery,
  Organization,
  OrganizationInput,
  TranslatedOrganization,
  TranslatedOrganizationInput,
} from './schemas.ts'

const common = {
  path: '/organizations',
  conflicts: ['delete'],
  name: 'organization',
  plural: 'organizations',
  idName: 'code',
  id: OrganizationCode,
  query: ListOrganizationsQuery,
  lock: lockDirectory,
  deleteOne: deleteOrganization,
} as const

/** Applications know an organization by one name; they neither see nor change its translations. */
export const organizations: Resource<typeof Organization, typeof ListOrganizationsQuery, typeof OrganizationInput> = {
  ...common,
  item: Organization,
  put: OrganizationInput,
  ...operationsWith<Organization, OrganizationInput>(presentOrganization),
}

/** As administrators and the set-up file name them: in every language of the client. */
export const translatedOrganizations: Resource<
  typeof TranslatedOrganization,
  typeof ListOrganizationsQuery,
  typeof TranslatedOrganizationInput
> = {
  ...common,
  item: TranslatedOrganization,
  put: TranslatedOrganizationInput,
  patchName: 'translated organization',
  ...operationsWith<TranslatedOrganization, TranslatedOrganizationInput>(presentTranslatedOrganization),
}

function operationsWith<Item, Input extends TranslatedOrganizationInput>(
  present: (row: NamedOrganization, client: Client) => Item,
) {
  return {
    list(db: Db, client: Client, query: ListOrganizationsQuery, page: PageRequest) {
      const order = listOrder(query.sort ?? 'code', { name: 'sort_name' }, 'code')
      return orderedPage(
        order,
        page,
        (request) => listOrganizations(db, client, query, request),
        (row) => present(row, client),
      )
    },
    async find(db: Db, client: Client, code: string) {
      const row = await findOrganization(db, client, code)
      return row && present(row, client)
    },
    async putOne(work: Work, code: string, input: Input) {
      const { row, outcome } = await putOrganization(work, code, input)
      return { item: present(row, work.client), outcome }
    },
    patchOne: async (work: Work, code: string, input: Partial<Input>) =>
      present(await patchOrganization(work, code, input), work.client),
  }
}
