import { type Static, Type } from 'typebox'
import { Name, Times } from '#modules/directory/schemas.ts'
import { NamedObject, Nullable, OneOf, OptionalText, Text } from '#platform/http/validation/schemas.ts'

const MATCHES = ['email', 'technical_id'] as const

export const SamlIdentityProviderInput = NamedObject('SamlIdentityProviderInput', {
  name: Name,
  entity_id: Text({ minLength: 1, maxLength: 1024, description: 'The entity id of the identity provider.' }),
  sso_url: Type.String({
    format: 'web-address',
    maxLength: 2000,
    description: 'The URL that people are redirected to for logging in.',
  }),
  certificates: Type.Array(Type.String({ maxLength: 20_000 }), {
    minItems: 1,
    maxItems: 10,
    description: 'X.509 certificates, PEM or base64, that sign its responses. Two during a rollover.',
  }),
  match_by: Type.Optional(
    OneOf(MATCHES, { description: 'The attribute of a person that it returns. Defaults to `email`.' }),
  ),
  attribute: OptionalText(1024, { description: 'The attribute that holds it; null for the NameID.' }),
  is_active: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
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
