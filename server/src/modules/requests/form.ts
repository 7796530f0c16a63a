import { type Static, Type } from 'typebox'
import { OneOf, Text } from '#platform/http/schemas.ts'
import { LanguageCode } from '#platform/language.ts'

const FIELD_TYPES = [
  'text',
  'textarea',
  'integer',
  'decimal',
  'date',
  'datetime',
  'boolean',
  'email',
  'select',
  'multiselect',
  'dataset',
  'file',
] as const

const FormField = Type.Object({
  code: Text({ minLength: 1, maxLength: 20 }),
  label: Text({ minLength: 1, maxLength: 255 }),
  type: OneOf(FIELD_TYPES),
  required: Type.Optional(Type.Boolean()),
  choices: Type.Optional(Type.Array(Text({ maxLength: 255 }))),
  dataset: Type.Optional(Text({ maxLength: 100 })),
  dimension: Type.Optional(Text({ maxLength: 100 })),
  max_length: Type.Optional(Type.Integer({ minimum: 1 })),
})

/** What a request is made from: the fields that it asks for, and who takes care of it. */
export const Form = Type.Object({
  code: Text({ minLength: 1, maxLength: 20 }),
  title: Text({ minLength: 1, maxLength: 255 }),
  category: Type.Optional(
    Type.Object({
      slug: Text({ minLength: 1, maxLength: 50 }),
      name: Text({ minLength: 1, maxLength: 255 }),
      language_code: Type.Optional(LanguageCode),
      description: Type.Optional(Text({ maxLength: 2000 })),
    }),
  ),
  featured: Type.Optional(Type.Boolean()),
  visible_by_employee: Type.Optional(Type.Boolean()),
  fields: Type.Array(FormField, { maxItems: 200 }),
  assign_to: Type.Optional(Type.Array(Text({ maxLength: 50 }))),
  due_in_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
})
export type Form = Static<typeof Form>

export const Forms = Type.Array(Form)
