import { type Static, Type } from 'typebox'
import { KINDS, MAX_ATTRIBUTES } from '#modules/documents/types/schemas.ts'
import {
  ByCode,
  Cursor,
  Moment,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  PerPage,
  Sort,
  Text,
  Timestamp,
  When,
} from '#platform/http/validation/schemas.ts'

export type Kind = (typeof KINDS)[number]
const ORIGINS = ['api', 'portal', 'distribution', 'signature'] as const
export type Origin = (typeof ORIGINS)[number]

/** What a document says of itself beyond its title, by the codes of its type. Each value is checked against the type. */
const Attributes = (description: string) => ByCode(MAX_ATTRIBUTES, description)

const OrganizationCodes = Type.Array(Text({ minLength: 1, maxLength: 64 }), { maxItems: 1000 })

/** Decisions 7.3: an integer, also sent as text. */
const TypeId = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  pattern: '^[0-9]{1,10}$',
  description: 'The number of the document type; or name it by `document_type_code`.',
})

const described = {
  title: Text({ minLength: 1, maxLength: 255 }),
  document_type_id: Type.Optional(TypeId),
  document_type_code: Type.Optional(Text({ maxLength: 100 })),
  external_unique_id: OptionalText(255, { minLength: 1, description: 'Unique among all documents.' }),
  external_reference: OptionalText(255, { description: 'Ignored if there is an external_unique_id.' }),
  date: Type.Optional(
    When({ description: 'The date under which it is filed. Defaults to now; UTC unless an offset is given.' }),
  ),
  document_type_metas: Type.Optional(Attributes('Values of the metas of the type, by code.')),
  document_type_filters: Type.Optional(Attributes('Values of the filters of the type, by code.')),
  api_uploader_name: OptionalText(255, { description: 'Who uploaded it.' }),
}

/** The `data` of an upload, for documents of both kinds. */
export const UploadData = NamedObject('DocumentUploadData', {
  ...described,
  employee_technical_id: Type.Optional(Text({ maxLength: 50 })),
  organization_codes: Type.Optional(OrganizationCodes),
  organization_code: Type.Optional(
    Text({ minLength: 1, maxLength: 64, description: 'Deprecated: organization_codes.' }),
  ),
})
export type UploadData = Static<typeof UploadData>

const uploadId = { upload_id: Text({ maxLength: 100, description: 'The file: an upload that was made before.' }) }

export const EmployeeDocumentInput = NamedObject('EmployeeDocumentInput', {
  ...described,
  ...uploadId,
  employee_technical_id: Text({ minLength: 1, maxLength: 50 }),
  organization_codes: Type.Optional(OrganizationCodes),
})

export const CompanyDocumentInput = NamedObject('CompanyDocumentInput', {
  ...described,
  ...uploadId,
  organization_codes: Type.Array(Text({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 1000 }),
})

export const DocumentPatch = Type.Partial(
  Type.Object({
    ...described,
    organization_codes: Type.Array(Text({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 1000 }),
    legal_hold: Type.Boolean({ description: 'Whether it is under legal hold: it can be neither trashed nor deleted.' }),
  }),
  { title: 'DocumentPatch' },
)
export type DocumentPatch = Static<typeof DocumentPatch>

export const Document = NamedObject('Document', {
  id: Type.String({ format: 'uuid' }),
  title: Type.String(),
  kind: OneOf(KINDS),
  document_type_id: Type.Integer(),
  document_type_code: Type.String(),
  employee_technical_id: Nullable('string'),
  organization_codes: Type.Array(Type.String()),
  external_unique_id: Nullable('string'),
  external_reference: Nullable('string'),
  date: Type.String(),
  document_type_metas: Attributes('By the codes of the document type.'),
  document_type_filters: Attributes('By the codes of the document type.'),
  api_uploader_name: Nullable('string'),
  filename: Type.String(),
  content_type: Type.String({ description: 'Detected from the content.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  sha256: Type.String({ description: 'The SHA-256 of the file, in lower-case hexadecimal digits.' }),
  page_count: Nullable('integer', {
    description: 'The number of pages of a PDF; null for other files and when it is unknown.',
  }),
  origin: OneOf(ORIGINS),
  linked_to_vault: Type.Boolean({
    description: "Whether it is in the employee's vault too; false while employees may not see its type.",
  }),
  trashed: Type.Boolean(),
  trashed_at: NullableTimestamp(),
  legal_hold: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Document = Static<typeof Document>

const listed = {
  document_type_code: Type.Optional(Text({ maxLength: 100 })),
  organization_code: Type.Optional(Text({ maxLength: 64 })),
  external_unique_id: Type.Optional(Text({ maxLength: 255 })),
  q: Type.Optional(
    Text({
      maxLength: 200,
      description: 'Searches titles, file names and external ids; case and accents are ignored.',
    }),
  ),
  trashed: Type.Optional(Type.Boolean({ description: 'Lists the trash instead.' })),
  date_since: Type.Optional(When({ description: 'Only documents dated on or after this date.' })),
  date_until: Type.Optional(
    When({ description: 'Only documents dated on or before this date; a date without a time includes the whole day.' }),
  ),
  created_at_since: Type.Optional(Moment('Only documents created at or after this time.')),
  created_at_until: Type.Optional(Moment('Only documents created at or before this time.')),
  sort: Type.Optional(Sort(['created_at', 'date'], 'Defaults to newest first.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
}
export const ListCompanyDocumentsQuery = Type.Object(listed)
export const ListEmployeeDocumentsQuery = Type.Object({
  employee_technical_id: Type.Optional(Text({ maxLength: 50 })),
  ...listed,
})
export type ListDocumentsQuery = Static<typeof ListEmployeeDocumentsQuery>

export const DocumentParams = Type.Object({ id: Text({ maxLength: 200 }) })
