import { type Static, Type } from 'typebox'
import { FilterValue } from '#modules/directory/users/schemas.ts'
import { NamedObject, Nullable } from '#platform/http/validation/schemas.ts'

const Named = NamedObject('NamedOrganization', { code: Type.String(), name: Type.String() })
const person = {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Nullable('string'),
  language: Nullable('string'),
}

export const EmployeeProfile = NamedObject('OwnEmployeeProfile', {
  ...person,
  registrations: Type.Array(
    Type.Object({
      organization: Named,
      employee_number: Type.String(),
      active: Type.Boolean(),
      departure_date: Nullable('string'),
    }),
  ),
})
export type EmployeeProfile = Static<typeof EmployeeProfile>

export const ManagerProfile = NamedObject('OwnManagerProfile', {
  ...person,
  profiles: Type.Array(
    Type.Object({
      role: Named,
      organizations: Type.Array(Named),
      include_below: Type.Boolean({ description: 'Also what lies below these organizations.' }),
      access_restrictions: Type.Array(
        Type.Object({ document_type: Named, filter: Named, values: Type.Array(FilterValue) }),
        { description: 'Documents of these types are seen only with one of these values.' },
      ),
    }),
  ),
})
export type ManagerProfile = Static<typeof ManagerProfile>
