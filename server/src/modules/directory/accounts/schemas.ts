import { type Static, Type } from 'typebox'
import { ListParameters, Times } from '#modules/directory/schemas.ts'
import {
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  Text,
} from '#platform/http/validation/schemas.ts'

export const SCOPES = ['employee', 'manager'] as const
export type Scope = (typeof SCOPES)[number]

const ID_PATTERN = '^(employee|manager):[^/\\u0000-\\u001f\\u007f-\\u009f]{1,50}$'

export const AccountId = Text({
  pattern: ID_PATTERN,
  description: '`employee:<technical_id>` or `manager:<technical_id>`: a person has one log-in for each.',
})

const ID = new RegExp(ID_PATTERN, 'u')

export function isAccountId(text: string): boolean {
  return ID.test(text)
}

export const Password = Text({ minLength: 8, maxLength: 200, description: 'Never shown.' })

export const AccountInput = NamedObject('AccountInput', {
  password: Type.Optional(Password),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether the person may log in. Defaults to true.' })),
  email: OptionalText(254, {
    format: 'email',
    description:
      'The address that the person logs in with; unchanged if omitted. Null only if the log-in has none. The caller must hold all permissions of the person. Ends sessions, links and password links of the log-in.',
  }),
})
export type AccountInput = Static<typeof AccountInput>

export const Account = NamedObject('Account', {
  id: Type.String(),
  scope: OneOf(SCOPES),
  technical_id: Type.String(),
  email: Nullable('string', {
    description:
      'The address that the person logs in with. Initially the contact address, then independent of it; null if another log-in has that address.',
  }),
  is_active: Type.Boolean(),
  has_password: Type.Boolean(),
  last_login_at: NullableTimestamp(),
  linked_to: Nullable('string', {
    description: 'The id of the other log-in of the same person, which a session may switch to.',
  }),
  ...Times,
})
export type Account = Static<typeof Account>

const { q: _, ...WithoutSearch } = ListParameters
export const ListAccountsQuery = Type.Object({
  ...WithoutSearch,
  scope: Type.Optional(OneOf(SCOPES)),
  is_active: Type.Optional(Type.Boolean()),
})
export type ListAccountsQuery = Static<typeof ListAccountsQuery>
