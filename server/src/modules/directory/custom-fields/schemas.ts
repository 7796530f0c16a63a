import { type Static, Type } from 'typebox'
import { TranslatedNames } from '#kernel/languages/localized-names.ts'
import { Name, Times } from '#modules/directory/schemas.ts'
import { NamedObject, OneOf, Text } from '#platform/http/validation/schemas.ts'

export const CUSTOM_FIELD_TYPES = ['string', 'integer', 'boolean', 'list', 'date'] as const

export const CustomFieldCode = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$',
  description: 'Letters, digits, `_` and `-`.',
})

export const CustomFieldInput = NamedObject('CustomFieldInput', {
  name: Name,
  type: OneOf(CUSTOM_FIELD_TYPES),
  values: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 255 }), {
      maxItems: 1000,
      description: 'What a field of the type `list` may hold; empty for the other types.',
    }),
  ),
})
export type CustomFieldInput = Static<typeof CustomFieldInput>

export const CustomField = NamedObject('CustomField', {
  code: Type.String(),
  name: Type.String(),
  type: OneOf(CUSTOM_FIELD_TYPES),
  values: Type.Array(Type.String()),
  ...Times,
})
export type CustomField = Static<typeof CustomField>

export const TranslatedCustomFieldInput = NamedObject('TranslatedCustomFieldInput', {
  ...CustomFieldInput.properties,
  localized_names: Type.Optional(TranslatedNames),
})
export const TranslatedCustomField = NamedObject('TranslatedCustomField', {
  ...CustomField.properties,
  localized_names: TranslatedNames,
})
