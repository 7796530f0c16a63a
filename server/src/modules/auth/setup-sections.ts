import { type Static, Type } from 'typebox'
import { Text } from '#platform/http/schemas.ts'
import type { SetupSection } from '#platform/setup-section.ts'
import { putApiKey, putApplication } from './issue-credentials.ts'
import { PermissionPattern } from './permissions.ts'

const Secret = Text({ minLength: 8, maxLength: 255 })
export const AddressRange = Type.String({ format: 'address-range', maxLength: 50 })

const Applications = Type.Array(
  Type.Object({
    id: Text({ minLength: 1, maxLength: 100 }),
    name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
    secret: Type.Optional(Secret),
    permissions: Type.Optional(Type.Array(PermissionPattern)),
  }),
)

const ApiKeys = Type.Array(
  Type.Object({
    name: Text({ minLength: 1, maxLength: 100 }),
    key: Type.Optional(Secret),
    allowed_addresses: Type.Optional(Type.Array(AddressRange)),
    expires_at: Type.Optional(Type.String({ format: 'moment', maxLength: 40 })),
  }),
)

export const applicationsSection: SetupSection = {
  key: 'applications',
  schema: Applications,
  async apply(work, value, keyring) {
    const changes = []
    for (const one of value as Static<typeof Applications>) {
      changes.push({ what: `application ${one.id}`, ...(await putApplication(work, one, keyring)) })
    }
    return changes
  },
}

export const apiKeysSection: SetupSection = {
  key: 'api_keys',
  schema: ApiKeys,
  async apply(work, value, keyring) {
    const changes = []
    for (const one of value as Static<typeof ApiKeys>) {
      changes.push({ what: `API key ${one.name}`, ...(await putApiKey(work, one, keyring)) })
    }
    return changes
  },
}
