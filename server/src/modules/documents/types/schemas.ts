import { type Static, Type } from 'typebox'
import { LocalizedNames } from '#kernel/languages/localized-names.ts'
import { Cursor, Moment, NamedObject, OneOf, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'

export const KINDS = ['employee', 'company'] as const
export const MAX_ID = 2_147_483_647

/** Spec, Employee document parameters: alphanumeric without spaces or accents, dashes and underscores allowed. */
const Identifier = (most: number) =>
  Type.String({ pattern: `^[A-Za-z0-9_-]{1,${most}}$`, description: 'Letters, digits, `_` and `-`.' })
export const DocumentTypeCode = Identifier(100)

/** Something that a document of the type says of itself. */
const attribute = (types: readonly string[]) => ({
  code: Identifier(100),
  name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  type: OneOf(types),
  required: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  values: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 255 }), {
      minItems: 1,
      maxItems: 1000,
      description: 'The allowed values.',
    }),
  ),
})
const Meta = NamedObject('DocumentTypeMeta', attribute(['integer', 'string', 'date', 'list']))
const Filter = NamedObject('DocumentTypeFilter', attribute(['integer', 'string', 'list']))
export type Attribute = Static<typeof Meta>

const RETENTION_STARTS = ['date', 'departure'] as const
const Retention = Type.Unsafe<{ months: number; from: (typeof RETENTION_STARTS)[number] } | null>({
  type: ['object', 'null'],
  properties: {
    months: { type: 'integer', minimum: 1, maximum: 1200 },
    from: { type: 'string', enum: [...RETENTION_STARTS] },
  },
  required: ['months', 'from'],
  description: "How long documents are kept, from their date or from the employee's departure; null: forever.",
})

const AllowedExtensions = Type.Array(Type.String({ pattern: '^[A-Za-z0-9]{1,20}$', description: 'Such as pdf.' }), {
  maxItems: 100,
  description: 'Allowed file extensions; all if empty.',
})

/** How many metas, and how many filters, a type has. */
export const MAX_ATTRIBUTES = 100

const settings = {
  name: Type.Optional(Text({ minLength: 1, maxLength: 255 })),
  localized_names: Type.Optional(LocalizedNames),
  visible_by_employee: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  upload_by_employee: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  retention: Type.Optional(Retention),
  allowed_extensions: Type.Optional(AllowedExtensions),
  metas: Type.Optional(Type.Array(Meta, { maxItems: MAX_ATTRIBUTES })),
  filters: Type.Optional(Type.Array(Filter, { maxItems: MAX_ATTRIBUTES })),
}

export const DocumentTypeInput = NamedObject('DocumentTypeInput', {
  id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_ID,
      description: 'Defaults to the lowest free number; it never changes.',
    }),
  ),
  kind: OneOf(KINDS, { description: 'Whether documents belong to an employee or to organizations; it never changes.' }),
  ...settings,
})
export type DocumentTypeInput = Static<typeof DocumentTypeInput>

export const DocumentType = NamedObject('DocumentType', {
  id: Type.Integer(),
  code: Type.String(),
  kind: OneOf(KINDS),
  name: Type.String(),
  localized_names: LocalizedNames,
  visible_by_employee: Type.Boolean(),
  upload_by_employee: Type.Boolean(),
  retention: Retention,
  allowed_extensions: AllowedExtensions,
  metas: Type.Array(Meta),
  filters: Type.Array(Filter),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type DocumentType = Static<typeof DocumentType>

export const ListDocumentTypesQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches codes and names; case and accents are ignored.' })),
  kind: Type.Optional(OneOf(KINDS)),
  updated_at_since: Type.Optional(Moment('Only items changed at or after this time.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDocumentTypesQuery = Static<typeof ListDocumentTypesQuery>
