import { type Static, Type } from 'typebox'
import { SameFile } from '#modules/documents/folder/schemas.ts'
import { DocumentType } from '#modules/documents/types/schemas.ts'
import { HoldOnResource } from '#modules/governance/index.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  OneOf,
  PerPage,
  Sort,
  Text,
  Timestamp,
  When,
} from '#platform/http/validation/schemas.ts'
import { Document, DocumentPatch, UploadData } from './schemas.ts'

const NamedOrganization = NamedObject('NamedOrganization', { code: Type.String(), name: Type.String() })
const NamedPerson = NamedObject('NamedPerson', {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
})

/** A document as managers see it: with the names of its employee, type and organizations. */
export const ManagerDocument = NamedObject('ManagedDocument', {
  ...Document.properties,
  employee: Type.Unsafe<Static<typeof NamedPerson> | null>({ ...NamedPerson, type: ['object', 'null'] } as object),
  organizations: Type.Array(NamedOrganization),
})
export type ManagerDocument = Static<typeof ManagerDocument>

export const OpenedDocument = NamedObject('OpenedDocument', {
  ...ManagerDocument.properties,
  permissions: Type.Array(Type.String(), { description: 'What the manager may do where it is filed.' }),
  legal_holds: Type.Array(HoldOnResource, { description: 'The open legal holds that cover it.' }),
  may_hold: Type.Boolean({ description: 'Whether the manager may put it under legal hold, and lift that.' }),
})
export type OpenedDocument = Static<typeof OpenedDocument>

const listed = {
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches titles, file names and external ids.' })),
  sha256: SameFile,
  document_type_code: Type.Optional(Text({ maxLength: 100 })),
  trashed: Type.Optional(Type.Boolean({ description: 'Lists the trash instead.' })),
  date_since: Type.Optional(When({ description: 'Only documents dated on or after this date.' })),
  date_until: Type.Optional(When({ description: 'Only documents dated on or before this date.' })),
  filter: Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      format: 'text',
      maxLength: 500,
      items: Text({ maxLength: 500 }),
      maxItems: 20,
      description: 'Only those with this value of a filter or a meta, as `code:value`.',
    }),
  ),
  sort: Type.Optional(Sort(['created_at', 'date'], 'Defaults to newest first.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
}
export const ListFolderQuery = Type.Object(listed)
export const ListManagerDocumentsQuery = Type.Object({
  ...listed,
  organization_code: Type.Optional(Text({ maxLength: 64, description: 'Only those filed under this organization.' })),
})
export type ListManagerDocumentsQuery = Static<typeof ListManagerDocumentsQuery>

export const FolderCounts = NamedObject('FolderCounts', {
  types: Type.Array(Type.Object({ document_type_code: Type.String(), count: Type.Integer(), newest_at: Timestamp() }), {
    description: 'The number of documents outside the trash, by type; types without documents are omitted.',
  }),
  trashed: Type.Integer(),
})
export type FolderCounts = Static<typeof FolderCounts>

const { title, date, document_type_code, document_type_metas, document_type_filters, legal_hold } =
  DocumentPatch.properties
/** What managers change of a document. */
export const ManagerDocumentPatch = NamedObject('ManagedDocumentPatch', {
  title,
  date,
  document_type_code,
  document_type_metas,
  document_type_filters,
  legal_hold,
})
export type ManagerDocumentPatch = Static<typeof ManagerDocumentPatch>

const { api_uploader_name: _, organization_code: __, ...uploaded } = UploadData.properties
export const ManagerFilingData = NamedObject('ManagedUploadData', uploaded)
export type ManagerFilingData = Static<typeof ManagerFilingData>

export const ManagerFilingForm = NamedObject('ManagedUploadForm', {
  data: ManagerFilingData,
  file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
})

export const PageParams = Type.Object({
  id: Text({ maxLength: 200 }),
  page: Type.Integer({ minimum: 1, maximum: 100_000 }),
})

const { created_at: ___, updated_at: ____, ...typeProperties } = DocumentType.properties
export const ManagerDocumentType = NamedObject('ManagedDocumentType', {
  ...typeProperties,
  may_write: Type.Boolean({ description: 'Whether the manager may file such documents somewhere.' }),
})
export type ManagerDocumentType = Static<typeof ManagerDocumentType>

export const VaultState = NamedObject('VaultState', {
  state: OneOf(['linked', 'unlinked', 'never'], { description: '`never`: the first document will open the link.' }),
  since: Nullable('string'),
  may_write: Type.Boolean(),
})
export type VaultState = Static<typeof VaultState>
