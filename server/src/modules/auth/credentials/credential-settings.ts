import { type Static, Type } from 'typebox'
import { Text } from '#platform/http/validation/schemas.ts'

const MAX_SECRET_LENGTH = 255
const Secret = Text({ minLength: 8, maxLength: MAX_SECRET_LENGTH })
/** An API key alone opens the door: no name has to be guessed along with it. */
const Key = Text({ minLength: 16, maxLength: MAX_SECRET_LENGTH })

/** `*` for everything, `datasets:*` for everything about one resource, `datasets:read` or `datasets:write`. */
const PermissionPattern = Type.String({ pattern: '^(\\*|[a-z_]+:(read|write|\\*))$', maxLength: 100 })

/** What an operator says of an application; a secret that is left out is kept or made. */
export const ApplicationSettings = Type.Object({
  id: Text({ minLength: 1, maxLength: 100 }),
  name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  secret: Type.Optional(Secret),
  permissions: Type.Optional(Type.Array(PermissionPattern)),
})
export type ApplicationSettings = Static<typeof ApplicationSettings>

/** What an operator says of an API key; a key that is left out is kept or made. */
export const ApiKeySettings = Type.Object({
  name: Text({ minLength: 1, maxLength: 100 }),
  key: Type.Optional(Key),
  allowed_addresses: Type.Optional(Type.Array(Type.String({ format: 'address-range', maxLength: 50 }))),
  expires_at: Type.Optional(Type.String({ format: 'moment', maxLength: 40 })),
})
export type ApiKeySettings = Static<typeof ApiKeySettings>
