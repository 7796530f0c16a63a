import { type Static, Type } from 'typebox'
import { Document } from '#modules/documents/schemas.ts'
import { DocumentType, MAX_ATTRIBUTES } from '#modules/documents/types/schemas.ts'
import {
  ByCode,
  Cursor,
  NamedObject,
  NullableTimestamp,
  PerPage,
  Text,
  Timestamp,
  When,
} from '#platform/http/validation/schemas.ts'

const { id, title, document_type_code, date, filename, content_type, size, sha256, page_count } = Document.properties
const file = { filename, content_type, size, sha256, page_count }
const typed = {
  document_type_code,
  document_type_name: Type.String({ description: 'In the language of the employee.' }),
}

/** A document of the folder as the employee sees it: nothing of how the company keeps it. */
export const FolderDocument = NamedObject('OwnDocument', {
  id,
  title,
  ...typed,
  date,
  ...file,
  document_type_metas: Document.properties.document_type_metas,
  document_type_filters: Document.properties.document_type_filters,
  origin: Document.properties.origin,
  linked_to_vault: Document.properties.linked_to_vault,
  created_at: Timestamp(),
})
export type FolderDocument = Static<typeof FolderDocument>

/** A document of the folder as its page shows it. */
export const OpenedFolderDocument = NamedObject('OpenedOwnDocument', {
  ...FolderDocument.properties,
  withdrawable_until: NullableTimestamp({
    description: 'Until when I may withdraw or replace it; null when I may not.',
  }),
})
export type OpenedFolderDocument = Static<typeof OpenedFolderDocument>

const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Only documents whose file has this SHA-256, in lower-case hexadecimal digits.',
})
export const SameFile = Type.Optional(Sha256)

export const FolderDocumentType = NamedObject('OwnDocumentType', {
  code: Type.String(),
  name: typed.document_type_name,
  visible_by_employee: Type.Boolean(),
  upload_by_employee: Type.Boolean(),
  allowed_extensions: DocumentType.properties.allowed_extensions,
  metas: DocumentType.properties.metas,
  filters: DocumentType.properties.filters,
  documents_count: Type.Integer({ description: 'How many of them are in the folder.' }),
})
export type FolderDocumentType = Static<typeof FolderDocumentType>

export const ListFolderDocumentsQuery = Type.Object({
  document_type_code: Type.Optional(Text({ maxLength: 100 })),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches titles and file names.' })),
  sha256: SameFile,
  date_since: Type.Optional(When({ description: 'Only documents dated on or after this date.' })),
  date_until: Type.Optional(When({ description: 'Only documents dated on or before this date.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListFolderDocumentsQuery = Static<typeof ListFolderDocumentsQuery>

/** A company document as an employee of one of its organizations sees it. */
export const EmployeeCompanyDocument = Type.Object({
  id,
  title,
  ...typed,
  date,
  ...file,
  document_type_metas: Document.properties.document_type_metas,
  organizations: Type.Array(Type.Object({ code: Type.String(), name: Type.String() }), {
    description: "Those of the employee's among its organizations.",
  }),
  created_at: Timestamp(),
})
export type EmployeeCompanyDocument = Static<typeof EmployeeCompanyDocument>

export const ListEmployeeCompanyDocumentsQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches titles and file names.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListEmployeeCompanyDocumentsQuery = Static<typeof ListEmployeeCompanyDocumentsQuery>

const Values = (description: string) => Type.Optional(ByCode(MAX_ATTRIBUTES, description))

/** The part `data` of an upload. */
export const SubmissionData = NamedObject('OwnUploadData', {
  document_type_code: Text({ minLength: 1, maxLength: 100 }),
  title: Type.Optional(Text({ minLength: 1, maxLength: 255, description: 'Defaults to the file name.' })),
  date: Type.Optional(When({ description: 'The date under which it is filed. Defaults to now.' })),
  metas: Values('Values of the metas of the type, by code.'),
  filters: Values('Values of the filters of the type, by code.'),
})
export type SubmissionData = Static<typeof SubmissionData>

export const VaultDocumentAnswer = NamedObject('VaultDocument', {
  id,
  title,
  ...typed,
  date,
  ...file,
  received_at: Timestamp({ description: 'When the vault received it.' }),
})

const Year = Type.Integer({ minimum: 1, maximum: 9999, description: 'Of the date of the document.' })
export const VaultYearQuery = Type.Object({ year: Type.Optional(Year) })

export const ListVaultQuery = Type.Object({
  document_type_code: Type.Optional(Text({ maxLength: 100 })),
  year: Type.Optional(Year),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})

export const VaultSummary = NamedObject('VaultSummary', {
  documents_count: Type.Integer(),
  size: Type.Integer({ description: 'In bytes.' }),
  years: Type.Array(Type.Object({ year: Type.Integer(), documents_count: Type.Integer(), size: Type.Integer() }), {
    description: 'Newest first.',
  }),
  types: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), documents_count: Type.Integer() })),
})
export type VaultSummary = Static<typeof VaultSummary>

/** `?download=true`: to be saved, though a browser could show it. */
export const FileQuery = Type.Object({ download: Type.Optional(Type.Boolean()) })

export const PageParams = Type.Object({
  id: Text({ maxLength: 200 }),
  page: Type.Integer({ minimum: 1, maximum: 100_000, description: 'The first is page 1.' }),
})
