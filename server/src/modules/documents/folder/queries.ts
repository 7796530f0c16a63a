import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { isInFolder } from '#modules/documents/access/employee-access.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from '#modules/documents/queries.ts'
import type { Attribute } from '#modules/documents/types/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'

export type FolderTypeRow = {
  code: string
  name: string
  localized_names: Translations
  visible_by_employee: boolean
  upload_by_employee: boolean
  allowed_extensions: string[]
  metas: Attribute[]
  filters: Attribute[]
  documents_count: number
}

const EMPLOYEE = '(SELECT key FROM employees WHERE client_id = $client_id AND technical_id = $employee)'

const listTypes = lookup<FolderTypeRow, { client_id: string; employee: string }>(`
  SELECT type.code, type.name, type.localized_names, type.visible_by_employee, type.upload_by_employee,
    type.allowed_extensions, type.metas, type.filters, coalesce(filed.documents_count, 0) AS documents_count
  FROM document_types type
  LEFT JOIN (
    SELECT document.document_type_id, count(*)::integer AS documents_count FROM documents document
    WHERE document.client_id = $client_id AND ${isInFolder('document', EMPLOYEE)} GROUP BY document.document_type_id
  ) AS filed ON filed.document_type_id = type.id
  WHERE type.client_id = $client_id AND type.kind = 'employee' AND (type.visible_by_employee OR type.upload_by_employee)`)

/** Types whose documents employees see or send, and how many of them this one sees. */
export function listFolderTypeRows(db: Db, client: Client, employee: string): Promise<FolderTypeRow[]> {
  return listTypes(db, { client_id: client.id, employee })
}

export type FolderDocumentRow = DocumentRow & { type_name: string; type_names: Translations }

const find = lookup<FolderDocumentRow, { client_id: string; employee: string; id: string }>(`
  SELECT ${DOCUMENT_COLUMNS}, type.name AS type_name, type.localized_names AS type_names
  FROM documents document
  JOIN document_types type ON type.client_id = document.client_id AND type.id = document.document_type_id
  WHERE document.id = $id AND document.client_id = $client_id AND ${isInFolder('document', EMPLOYEE)}`)

/** A document that an employee finds in the own folder. */
export async function findFolderDocument(
  db: Db,
  client: Client,
  employee: string,
  id: string,
): Promise<FolderDocumentRow | undefined> {
  return (await find(db, { client_id: client.id, employee, id }))[0]
}
