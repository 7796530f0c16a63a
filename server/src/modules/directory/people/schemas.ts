import { type Static, Type } from 'typebox'
import { LOG_IN_STATES } from '#modules/directory/accounts/log-in-state.ts'
import { SCOPES } from '#modules/directory/accounts/schemas.ts'
import { eachAddressLine } from '#modules/directory/postal-address.ts'
import { SearchPeople } from '#modules/directory/schemas.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  PerPage,
  Text,
} from '#platform/http/validation/schemas.ts'

const filters = {
  q: SearchPeople,
  scope: Type.Optional(OneOf(SCOPES)),
  role: Type.Optional(Text({ maxLength: 64, description: 'Managers who have this role.' })),
}

/** Which people of the list; those who were deleted are not among them. */
export const PeopleFilter = NamedObject('PeopleFilter', {
  ...filters,
  status: Type.Optional(OneOf(LOG_IN_STATES, { description: 'What state their log-in is in.' })),
})
export type PeopleFilter = Static<typeof PeopleFilter>

export const ListPeopleQuery = Type.Object({
  ...filters,
  status: Type.Optional(
    OneOf([...LOG_IN_STATES, 'deleted'], {
      description: 'What state their log-in is in; or employees who were deleted.',
    }),
  ),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListPeopleQuery = Static<typeof ListPeopleQuery>

export const ListedPerson = NamedObject('ListedPerson', {
  id: Type.String({ description: '`manager:<technical_id>` or `employee:<technical_id>`, as of accounts.' }),
  scope: OneOf(SCOPES),
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable('string'),
  roles: Type.Array(Type.String(), { description: 'The names of the roles of a manager.' }),
  has_left: Type.Boolean({ description: 'An employee without an active registration.' }),
  deleted: Type.Boolean(),
  status: OneOf(LOG_IN_STATES),
  invited_at: NullableTimestamp({ description: 'When they were last invited; null when no link of theirs is left.' }),
  last_login_at: NullableTimestamp(),
})
export type ListedPerson = Static<typeof ListedPerson>

export const CountedOrganization = NamedObject('CountedOrganization', {
  code: Type.String(),
  name: Type.String(),
  parent: Nullable('string'),
  ...eachAddressLine(Nullable('string')),
  employees: Type.Integer({ description: 'Those registered here; who left is not counted.' }),
  employees_below: Type.Integer({ description: 'The same with all organizations below.' }),
})
export type CountedOrganization = Static<typeof CountedOrganization>

export const RoleHolders = NamedObject('RoleHolders', { role: Type.String(), managers: Type.Integer() })
export type RoleHolders = Static<typeof RoleHolders>

export const ManagerPerimeterSize = NamedObject('ManagerReach', {
  employees: Type.Integer({ description: 'How many employees the manager may see; who left is not counted.' }),
})
