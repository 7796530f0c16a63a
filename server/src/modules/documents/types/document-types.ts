import type { Resource } from '#kernel/resources/resource-routes.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { lockTypes } from './lock-types.ts'
import { presentDocumentType } from './present.ts'
import { patchDocumentType, putDocumentType } from './put-document-type.ts'
import { findDocumentType, listDocumentTypes } from './queries.ts'
import { DocumentType, DocumentTypeCode, DocumentTypeInput, ListDocumentTypesQuery } from './schemas.ts'

const BY_CODE: ListOrder = { column: 'code', tie: 'code', descending: false }

/** Spec, Events: a type of documents is created and updated, never deleted. */
export const documentTypes: Resource<typeof DocumentType, typeof ListDocumentTypesQuery, typeof DocumentTypeInput> = {
  path: '/document_types',
  name: 'document type',
  plural: 'document types',
  idName: 'code',
  id: DocumentTypeCode,
  item: DocumentType,
  query: ListDocumentTypesQuery,
  put: DocumentTypeInput,
  list: (db, client, query, page) =>
    orderedPage(
      BY_CODE,
      page,
      (request) => listDocumentTypes(db, client, query, request),
      (row) => presentDocumentType(row, client),
    ),
  async find(db, client, code) {
    const row = await findDocumentType(db, client, code)
    return row && presentDocumentType(row, client)
  },
  lock: lockTypes,
  putOne: putDocumentType,
  patchOne: patchDocumentType,
}
