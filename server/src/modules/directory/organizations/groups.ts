import { Type } from 'typebox'
import type { Resource } from '#kernel/resources/resource-routes.ts'
import { checkReferences, unknownOrganization } from '#modules/directory/check-references.ts'
import { translatedResource } from '#modules/directory/coded-resource.ts'
import { codedTable, type TranslatedRow } from '#modules/directory/coded-table.ts'
import { organizationGroupCreated, organizationGroupUpdated } from '#modules/directory/events.ts'
import { presentTimes } from '#modules/directory/present.ts'
import { Code, ListParameters } from '#modules/directory/schemas.ts'
import { invalidFields } from '#platform/problem.ts'
import { findOrganizations } from './queries.ts'
import {
  OrganizationGroup,
  OrganizationGroupInput,
  TranslatedOrganizationGroup,
  TranslatedOrganizationGroupInput,
} from './schemas.ts'

type Row = TranslatedRow & { organizations: string[] }

const Query = Type.Object(ListParameters)

const { plain, translated } = translatedResource<Row, OrganizationGroup, OrganizationGroupInput>({
  name: 'organization group',
  table: codedTable<Row>('organization_groups', ['localized_names', 'organizations']),
  present: (row) => ({ code: row.code, name: row.name, organizations: row.organizations, ...presentTimes(row) }),
  async parse(work, { name, organizations = [] }) {
    const known = await findOrganizations(work.tx, work.client, organizations)
    const errors = checkReferences(
      organizations,
      (code) => known.has(code),
      (index) => `organizations.${index}`,
      unknownOrganization,
    )
    if (errors.length > 0) throw invalidFields(errors)
    return { name, organizations }
  },
  events: { created: organizationGroupCreated, updated: organizationGroupUpdated },
})

/** Spec, Events: a group of organizations is never deleted. */
const { deleteOne: _, ...plainWithoutDelete } = plain
const { deleteOne: __, ...translatedWithoutDelete } = translated

export const organizationGroups: Resource<typeof OrganizationGroup, typeof Query, typeof OrganizationGroupInput> = {
  path: '/organization_groups',
  name: 'organization group',
  plural: 'organization groups',
  idName: 'code',
  id: Code(100),
  item: OrganizationGroup,
  query: Query,
  put: OrganizationGroupInput,
  ...plainWithoutDelete,
}

/** As administrators and the set-up file name them: in every language of the client. */
export const translatedOrganizationGroups: Resource<
  typeof TranslatedOrganizationGroup,
  typeof Query,
  typeof TranslatedOrganizationGroupInput
> = {
  ...organizationGroups,
  item: TranslatedOrganizationGroup,
  put: TranslatedOrganizationGroupInput,
  patchName: 'translated organization group',
  ...translatedWithoutDelete,
}
