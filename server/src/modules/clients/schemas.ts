import { type Static, Type } from 'typebox'
import { Text } from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'

/** What the set-up file says of a client itself. */
export const ClientSettings = Type.Object({
  id: Text({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_.-]+$' }),
  name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  languages: Type.Optional(Type.Array(LanguageCode, { minItems: 1, maxItems: 100 })),
  shared_token: Type.Optional(Text({ minLength: 16, maxLength: 255 })),
  hostnames: Type.Optional(
    Type.Array(Text({ maxLength: 253, pattern: '^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$' }), { maxItems: 100 }),
  ),
  is_active: Type.Optional(Type.Boolean({ description: 'false: its applications, keys and people are refused.' })),
  distribution_callback_url: Type.Optional(Text({ maxLength: 2000, pattern: '^https?://' })),
})
export type ClientSettings = Static<typeof ClientSettings>
