import { type Static, Type } from 'typebox'
import {
  Code,
  Email,
  Language,
  ListParameters,
  Name,
  OrganizationCode,
  SearchPeople,
  TechnicalId,
  Times,
} from '#modules/directory/schemas.ts'
import { NamedObject, Nullable, Sort, Text } from '#platform/http/validation/schemas.ts'

/** Limits on what a profile can say; each list of documents looks at all of it. */
const MAX_RESTRICTIONS = 50
const MAX_RESTRICTION_VALUES = 200
const MAX_VALUE_CHARACTERS = 1000

export const FilterValue = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  minLength: 1,
  maxLength: MAX_VALUE_CHARACTERS,
  description: 'A value of the filter: an integer for filters of integers, else a string.',
})

const AccessRestrictionInput = NamedObject(
  'AccessRestrictionInput',
  {
    document_type_code: Type.String({ minLength: 1, maxLength: 100, format: 'text' }),
    filter_code: Type.String({ minLength: 1, maxLength: 100, format: 'text' }),
    values: Type.Array(FilterValue, { minItems: 1, maxItems: MAX_RESTRICTION_VALUES }),
  },
  { additionalProperties: false },
)
export type AccessRestrictionInput = Static<typeof AccessRestrictionInput>

export const ProfileInput = NamedObject(
  'ProfileInput',
  {
    role: Code(100),
    organizations: Type.Array(OrganizationCode, { maxItems: 10_000 }),
    include_below: Type.Optional(
      Type.Boolean({
        description: 'Whether the perimeter includes the organizations below. Defaults to false.',
      }),
    ),
    access_restrictions: Type.Optional(
      Type.Array(AccessRestrictionInput, {
        maxItems: MAX_RESTRICTIONS,
        description:
          'Limits the profile to documents whose filters have one of the values; other document types are not limited. Defaults to none.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type ProfileInput = Static<typeof ProfileInput>

export const MAX_PROFILES = 100

export const UserInput = NamedObject('UserInput', {
  first_name: Name,
  last_name: Name,
  email: Email,
  language: Language,
  profiles: Type.Optional(Type.Array(ProfileInput, { maxItems: MAX_PROFILES })),
})
export type UserInput = Static<typeof UserInput>

export const NewUser = NamedObject('NewUser', { technical_id: TechnicalId, ...UserInput.properties })
export type NewUser = Static<typeof NewUser>

export const Profile = NamedObject('Profile', {
  role: Type.String(),
  organizations: Type.Array(Type.String()),
  include_below: Type.Boolean(),
  access_restrictions: Type.Array(
    Type.Object({
      document_type_code: Type.String(),
      filter_code: Type.String(),
      values: Type.Array(FilterValue),
    }),
  ),
})
export type Profile = Static<typeof Profile>

export const User = NamedObject('User', {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String(),
  language: Nullable('string'),
  profiles: Type.Array(Profile),
  ...Times,
})
export type User = Static<typeof User>

export const USER_SORTS = ['name', 'technical_id', 'updated_at'] as const
export const ListUsersQuery = Type.Object({
  ...ListParameters,
  q: SearchPeople,
  role: Type.Optional(Text({ maxLength: 100, description: 'Only those with a profile of this role.' })),
  organization_code: Type.Optional(Text({ maxLength: 64, description: 'Only those with a profile that names it.' })),
  email: Type.Optional(Text({ maxLength: 254, description: 'Case is ignored.' })),
  sees_technical_id: Type.Optional(
    Text({
      maxLength: 50,
      description: 'Only those who may see this employee (`employees:read` in its organizations).',
    }),
  ),
  sort: Type.Optional(Sort(USER_SORTS)),
})
export type ListUsersQuery = Static<typeof ListUsersQuery>
