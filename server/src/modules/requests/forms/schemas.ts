import { type Static, Type } from 'typebox'
import { LocalizedNames, TranslatedNames } from '#kernel/languages/localized-names.ts'
import { Cursor, Moment, NamedObject, OneOf, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'

/** Something in a path: no slash, and no step up or nowhere. */
const code = (description: string) =>
  Text({
    pattern: '^(?!\\.{1,2}$)[^/\\u0000-\\u001f\\u007f-\\u009f]{1,20}$',
    description: `${description}: 1 to 20 characters, without slashes and control characters; neither \`.\` nor \`..\`.`,
  })

export const FormCode = code('The code of a form')
export const FieldCode = code('The code of a field')

/** The built-in form of every client: it asks for a subject and a text. */
export const DEFAULT_FORM = 'default'

export const FIELD_TYPES = [
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
export type FieldType = (typeof FIELD_TYPES)[number]

const Label = Text({ minLength: 1, maxLength: 255 })
const Choice = Text({ minLength: 1, maxLength: 255 })

const FormField = NamedObject('FormField', {
  code: FieldCode,
  label: Label,
  localized_labels: Type.Optional(LocalizedNames),
  type: OneOf(FIELD_TYPES),
  required: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  choices: Type.Optional(
    Type.Array(Choice, { minItems: 1, maxItems: 1000, description: 'The choices of a select or multiselect.' }),
  ),
  localized_choices: Type.Optional(
    Type.Array(Type.Object({ choice: Choice, localized_names: LocalizedNames }), {
      maxItems: 1000,
      description: 'Labels of the choices; a choice without a label is shown as it is.',
    }),
  ),
  dataset: Type.Optional(Text({ minLength: 1, maxLength: 255, description: 'The data set that provides the values.' })),
  dimension: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 255,
      description:
        'The dimension of the value. If it is below the dimension of an earlier field of the same data set, the value must be below the value of that field.',
    }),
  ),
  max_length: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The maximum length of a text or textarea.' }),
  ),
})
export type FormField = Static<typeof FormField>

const Category = NamedObject('FormCategoryInput', {
  slug: Text({ minLength: 1, maxLength: 50 }),
  name: Text({ minLength: 1, maxLength: 255 }),
  language_code: Type.Optional(LanguageCode),
  description: Type.Optional(Text({ maxLength: 2000 })),
})

const TranslatedCategory = NamedObject('TranslatedFormCategory', {
  ...Category.properties,
  localized_names: Type.Optional(TranslatedNames),
  localized_descriptions: Type.Optional(LocalizedNames),
})

/** What a form asks for, and who takes care of what is made from it. */
export const FormInput = NamedObject('FormInput', {
  title: Label,
  localized_titles: Type.Optional(LocalizedNames),
  category: Type.Optional(
    Type.Unsafe<Static<typeof Category> | null>({ ...Category, type: ['object', 'null'] } as object),
  ),
  featured: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  visible_by_employee: Type.Optional(
    Type.Boolean({ description: 'Whether employees can make requests from it. Defaults to false.' }),
  ),
  fields: Type.Array(FormField, { maxItems: 150 }),
  assign_to: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 105 }), {
      maxItems: 50,
      description:
        'Managers by their technical id, or `role:<code>`: the managers of that role in whose organizations the employee is.',
    }),
  ),
  due_in_days: Type.Optional(
    Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: 3650 } as object),
  ),
})
export type FormInput = Static<typeof FormInput>

/** As administrators and the set-up file write it: with the category in every language of the client. */
export const TranslatedFormInput = NamedObject('TranslatedFormInput', {
  ...FormInput.properties,
  category: Type.Optional(
    Type.Unsafe<Static<typeof TranslatedCategory> | null>({
      ...TranslatedCategory,
      type: ['object', 'null'],
    } as object),
  ),
})
export type TranslatedFormInput = Static<typeof TranslatedFormInput>

export const Form = NamedObject('Form', {
  code: Type.String(),
  version: Type.Integer({
    description: 'Incremented with every change; a request keeps the version it was made with.',
  }),
  ...Type.Required(FormInput).properties,
  total_hits: Type.Integer({ description: 'The number of times employees opened it in the portal.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Form = Static<typeof Form>

export const TranslatedForm = NamedObject('TranslatedForm', {
  ...Form.properties,
  category: Type.Required(TranslatedFormInput).properties.category,
})
export type TranslatedForm = Static<typeof TranslatedForm>

export const ListFormsQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches codes and titles; case and accents are ignored.' })),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListFormsQuery = Static<typeof ListFormsQuery>
