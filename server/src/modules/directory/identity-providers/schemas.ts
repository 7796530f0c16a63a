import { type Static, Type } from 'typebox'
import { Name, Times } from '#modules/directory/schemas.ts'
import { NamedObject, Nullable, OneOf, OptionalText, Text } from '#platform/http/validation/schemas.ts'

const MATCHES = ['email', 'technical_id'] as const

export const SamlIdentityProviderInput = NamedObject('SamlIdentityProviderInput', {
  name: Name,
  entity_id: Text({ minLength: 1, maxLength: 1024, description: 'How the identity provider names itself.' }),
  sso_url: Type.String({ format: 'web-address', maxLength: 2000, description: 'Where people are sent to log in.' }),
  certificates: Type.Array(Type.String({ maxLength: 20_000 }), {
    minItems: 1,
    maxItems: 10,
    description: 'X.509 certificates, PEM or base64, that its answers are signed with. Two while they are changed.',
  }),
  match_by: Type.Optional(OneOf(MATCHES, { description: 'What of a person it answers with; `email` when left out.' })),
  attribute: OptionalText(1024, { description: 'The attribute that holds it; null when it is the NameID.' }),
  is_active: Type.Optional(Type.Boolean({ description: 'true when left out.' })),
})
export type SamlIdentityProviderInput = Static<typeof SamlIdentityProviderInput>

export const SamlIdentityProvider = NamedObject('SamlIdentityProvider', {
  code: Type.String(),
  name: Type.String(),
  entity_id: Type.String(),
  sso_url: Type.String(),
  certificates: Type.Array(Type.String()),
  match_by: OneOf(MATCHES),
  attribute: Nullable('string'),
  is_active: Type.Boolean(),
  ...Times,
})
export type SamlIdentityProvider = Static<typeof SamlIdentityProvider>
