import { type Static, Type } from 'typebox'
import {
  Cursor,
  NamedObject,
  NullableTimestamp,
  OneOf,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { ApiKeySettings, ApplicationSettings } from './credential-settings.ts'

const times = {
  last_used_at: NullableTimestamp({ description: 'To the minute; null when it never was.' }),
  revoked_at: NullableTimestamp(),
  created_at: Timestamp(),
}

export const ApplicationAnswer = NamedObject('Application', {
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.String()),
  ...times,
})
export type ApplicationAnswer = Static<typeof ApplicationAnswer>

/** With the secret, which is shown this once. */
export const IssuedApplication = NamedObject('IssuedApplication', {
  ...ApplicationAnswer.properties,
  secret: Type.String(),
})

/** What an application can be issued for. */
export const IssuableResource = NamedObject('IssuableResource', {
  resource: Type.String(),
  actions: Type.Array(OneOf(['read', 'write'] as const)),
})

const { id, name, permissions } = ApplicationSettings.properties
export const NewApplication = NamedObject('NewApplication', {
  id,
  name,
  permissions: Type.Array(permissions.items, { minItems: 1, maxItems: 100 }),
})
export const ApplicationChanges = NamedObject('ApplicationChanges', {
  name,
  permissions: Type.Optional(Type.Array(permissions.items, { minItems: 1, maxItems: 100 })),
})
export const ApplicationParams = Type.Object({ id: Text({ maxLength: 100 }) })

export const ApiKeyAnswer = NamedObject('ApiKey', {
  name: Type.String(),
  allowed_addresses: Type.Array(Type.String(), { description: 'The networks it may be used from; any if empty.' }),
  expires_at: NullableTimestamp(),
  ...times,
})
export type ApiKeyAnswer = Static<typeof ApiKeyAnswer>

export const IssuedApiKey = NamedObject('IssuedApiKey', { ...ApiKeyAnswer.properties, key: Type.String() })

const { allowed_addresses, expires_at } = ApiKeySettings.properties
export const NewApiKey = NamedObject('NewApiKey', {
  name: ApiKeySettings.properties.name,
  allowed_addresses: Type.Optional(Type.Array(allowed_addresses.items, { maxItems: 100 })),
  expires_at,
})
export type NewApiKey = Static<typeof NewApiKey>
export const ApiKeyParams = Type.Object({ name: Text({ maxLength: 100 }) })

export const ListCredentialsQuery = Type.Object({
  revoked: Type.Optional(Type.Boolean({ description: 'Lists the revoked ones instead.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListCredentialsQuery = Static<typeof ListCredentialsQuery>
