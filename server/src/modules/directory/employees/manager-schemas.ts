import { type Static, Type } from 'typebox'
import { CUSTOM_FIELD_TYPES } from '#modules/directory/custom-fields/schemas.ts'
import { eachAddressLine } from '#modules/directory/postal-address.ts'
import { SearchPeople, TechnicalId } from '#modules/directory/schemas.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  OneOf,
  PerPage,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { Registration } from './schemas.ts'

const AT = ['employees:read', 'employees:write', 'employee_documents:read', 'employee_documents:write'] as const
const OF_COMPANY = ['company_documents:read', 'company_documents:write', 'requests:read', 'articles:write'] as const

export const ListManagerOrganizationsQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches codes and names; case and accents are ignored.' })),
  parent: Type.Optional(Text({ maxLength: 64, description: 'Only the direct children of this one.' })),
  top: Type.Optional(Type.Boolean({ description: 'Only those above which the manager has none.' })),
  permission: Type.Optional(
    OneOf([...AT, ...OF_COMPANY, 'distributions:read', 'distributions:write'] as const, {
      description: 'The permission that the manager must have there. Defaults to `employees:read`.',
    }),
  ),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListManagerOrganizationsQuery = Static<typeof ListManagerOrganizationsQuery>

export const ManagerOrganization = NamedObject('ManagedOrganization', {
  code: Type.String(),
  name: Type.String(),
  parent: Nullable('string', { description: 'The one above, if it is among them.' }),
  depth: Type.Integer({ description: 'How many levels there are down to it; 1 at the top of the company.' }),
  has_children: Type.Boolean(),
})
export type ManagerOrganization = Static<typeof ManagerOrganization>

const NamedOrganization = NamedObject('NamedOrganization', { code: Type.String(), name: Type.String() })

const described = {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable('string'),
  status: OneOf(['current', 'terminated']),
  created_at: Timestamp(),
}

export const EmployeeItem = NamedObject('EmployeeItem', {
  ...described,
  employee_numbers: Type.Array(Type.String()),
  organizations: Type.Array(NamedOrganization, { description: 'Where they work; where they worked, of former ones.' }),
})
export type EmployeeItem = Static<typeof EmployeeItem>

export const EmployeeProfile = NamedObject('EmployeeProfile', {
  ...described,
  language: Nullable('string'),
  ...eachAddressLine(Nullable('string')),
  registrations: Type.Array(Type.Object({ ...Registration.properties, organization_name: Type.String() })),
  custom_fields: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      type: OneOf(CUSTOM_FIELD_TYPES),
      value: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
    }),
    { description: 'Every custom field; null where the employee has none.' },
  ),
  permissions: Type.Array(Type.String(), { description: 'What the manager may do with this employee.' }),
  updated_at: Timestamp(),
})
export type EmployeeProfile = Static<typeof EmployeeProfile>

export const EmployeeParams = Type.Object({ technical_id: TechnicalId })

/** One value, or several in one call. */
const Several = (most: number, description: string) =>
  Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    format: 'text',
    maxLength: 500,
    items: Text({ maxLength: 500 }),
    maxItems: most,
    description,
  })

export const ListManagerEmployeesQuery = Type.Object({
  q: SearchPeople,
  organization_code: Type.Optional(
    Text({ maxLength: 64, description: 'Only employees of this organization and its descendants.' }),
  ),
  status: Type.Optional(OneOf(['current', 'terminated', 'all'], { description: 'Defaults to `all`.' })),
  custom_field: Type.Optional(Several(20, 'Only those with this value of a custom field, as `code:value`.')),
  sort: Type.Optional(Sort(['name', 'created_at'])),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListManagerEmployeesQuery = Static<typeof ListManagerEmployeesQuery>

export const FilterField = NamedObject('FilterField', {
  code: Type.String(),
  name: Type.String(),
  type: OneOf(CUSTOM_FIELD_TYPES),
  values: Type.Array(Type.String()),
})
export type FilterField = Static<typeof FilterField>
