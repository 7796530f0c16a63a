import { type Static, Type } from 'typebox'
import { eachAddressLine } from '#modules/directory/postal-address.ts'
import {
  Language,
  ListParameters,
  Name,
  OptionalEmail,
  OrganizationCode,
  SearchPeople,
  TechnicalId,
  Times,
} from '#modules/directory/schemas.ts'
import {
  ByCode,
  FieldErrors,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  Sort,
  Text,
} from '#platform/http/validation/schemas.ts'

export const MAX_BULK_EMPLOYEES = 1000
const MAX_REGISTRATIONS = 100
const MAX_CUSTOM_FIELDS = 1000

export const RegistrationInput = NamedObject('RegistrationInput', {
  organization_code: OrganizationCode,
  employee_number: Text({ minLength: 1, maxLength: 100 }),
  active: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
  departure_date: Type.Optional(Nullable('string', { format: 'date' })),
})

/** Which values fit is up to the custom fields of the client. */
const CustomFieldValues = ByCode<string | number | boolean | null>(
  MAX_CUSTOM_FIELDS,
  'The value of each custom field by its code.',
)

export const EmployeeInput = NamedObject('EmployeeInput', {
  first_name: Name,
  last_name: Name,
  email: OptionalEmail,
  language: Language,
  ...eachAddressLine(OptionalText(255)),
  registrations: Type.Optional(Type.Array(RegistrationInput, { maxItems: MAX_REGISTRATIONS })),
  custom_fields: Type.Optional(CustomFieldValues),
})
export type EmployeeInput = Static<typeof EmployeeInput>

export const NewEmployee = NamedObject('NewEmployee', { technical_id: TechnicalId, ...EmployeeInput.properties })
export type NewEmployee = Static<typeof NewEmployee>

export const Registration = NamedObject('Registration', {
  organization_code: Type.String(),
  employee_number: Type.String(),
  active: Type.Boolean(),
  departure_date: Nullable('string'),
})
export type Registration = Static<typeof Registration>

const STATUSES = ['current', 'terminated'] as const

export const Employee = NamedObject('Employee', {
  technical_id: Type.String(),
  core_uuid: Type.String({ format: 'uuid' }),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable('string'),
  language: Nullable('string'),
  ...eachAddressLine(Nullable('string')),
  registrations: Type.Array(Registration),
  custom_fields: CustomFieldValues,
  status: OneOf(STATUSES, { description: '`terminated` when no registration is active.' }),
  ...Times,
  deleted_at: NullableTimestamp(),
})
export type Employee = Static<typeof Employee>

export const EMPLOYEE_SORTS = ['name', 'technical_id', 'updated_at'] as const
export const ListEmployeesQuery = Type.Object({
  ...ListParameters,
  q: SearchPeople,
  status: Type.Optional(OneOf(STATUSES)),
  organization_code: Type.Optional(
    Text({
      maxLength: 64,
      description: 'Only employees of this organization: with an active registration there, or terminated there.',
    }),
  ),
  include_below: Type.Optional(Type.Boolean({ description: 'Also those of the descendants of organization_code.' })),
  employee_number: Type.Optional(Text({ maxLength: 100, description: 'Only those registered under this number.' })),
  email: Type.Optional(Text({ maxLength: 254, description: 'Case is ignored.' })),
  core_uuid: Type.Optional(Text({ maxLength: 50 })),
  visible_by_technical_id: Type.Optional(
    Text({
      maxLength: 50,
      description: 'Only those whom this manager may see (`employees:read` in their organizations).',
    }),
  ),
  deleted: Type.Optional(Type.Boolean({ description: 'Lists only deleted employees, who are otherwise omitted.' })),
  sort: Type.Optional(
    Sort(
      EMPLOYEE_SORTS,
      'Default: by name; a search then lists employees whose last name starts with `q` first, then those whose first name does.',
    ),
  ),
})
export type ListEmployeesQuery = Static<typeof ListEmployeesQuery>

export const BulkEmployeesBody = NamedObject('BulkEmployeesBody', {
  employees: Type.Array(
    Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 100,
      description: 'technical_id, and what PUT takes.',
    }),
    {
      maxItems: MAX_BULK_EMPLOYEES,
    },
  ),
})

const BulkOutcome = OneOf(['created', 'updated', 'unchanged', 'refused'])
export const BulkEmployeesResult = NamedObject('BulkEmployeesResult', {
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(
    NamedObject('BulkEmployeeResult', {
      technical_id: Nullable('string'),
      outcome: BulkOutcome,
      errors: Type.Optional(FieldErrors),
    }),
    { description: 'One per employee, in the order of the call.' },
  ),
})
export type BulkEmployeesResult = Static<typeof BulkEmployeesResult>
