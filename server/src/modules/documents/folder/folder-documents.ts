import { nameIn } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { isVisible } from '#modules/documents/access/employee-access.ts'
import { listDocuments, sameFile } from '#modules/documents/list-documents.ts'
import { presentDocument } from '#modules/documents/present.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { findSubmission } from '#modules/documents/submissions/queries.ts'
import { withdrawableUntil } from '#modules/documents/submissions/withdrawable-until.ts'
import { isProtectedNow } from '#modules/governance/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { ofClient } from '#platform/db/statement.ts'
import { notFound } from '#platform/problem.ts'
import { orderIn } from '#platform/text/language.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { isUuid } from '#platform/uuid.ts'
import { type FolderDocumentRow, type FolderTypeRow, findFolderDocument, listFolderTypeRows } from './queries.ts'
import type { FolderDocument, FolderDocumentType, ListFolderDocumentsQuery, OpenedFolderDocument } from './schemas.ts'

/** Whose folder it is, and the language that they read. */
export type FolderOwner = { technical_id: string; language: string | null }

/** A page of an employee's folder, newest first: documents of types that employees see, and that are not in the trash. */
export async function listFolderDocuments(
  db: Db,
  client: Client,
  { owner, query }: { owner: FolderOwner; query: ListFolderDocumentsQuery },
  asked: PageRequest,
): Promise<KeysetPage<FolderDocument>> {
  const { sha256, ...filters } = query
  const ofOwner = { ...filters, employee_technical_id: owner.technical_id }
  const limits = [{ onWalk: ofClient(isVisible('document'), client) }, ...sameFile(sha256)]
  const [page, types] = await Promise.all([
    listDocuments(db, client, { kind: 'employee', query: ofOwner, limits }, asked),
    listFolderTypeRows(db, client, owner.technical_id),
  ])
  const names = new Map(types.map((one) => [one.code, localName(one, owner)]))
  const rows = page.rows.map((one) =>
    presentFolderDocument(one, names.get(one.document_type_code) ?? one.document_type_code),
  )
  return { ...page, rows }
}

/** A document of the folder; documents that the employee cannot see are answered as not found. */
export async function getFolderDocument(
  db: Db,
  client: Client,
  owner: FolderOwner,
  id: string,
): Promise<FolderDocumentRow & { type_name: string }> {
  const row = isUuid(id) ? await findFolderDocument(db, client, owner.technical_id, id) : undefined
  if (!row) throw notFound('document', id)
  return { ...row, type_name: nameIn(row.type_names, owner.language, row.type_name) }
}

type OpenedDocument = { owner: FolderOwner; id: string; now: Date }

/** A document of the folder, and what the employee may do with it. */
export async function openFolderDocument(
  db: Db,
  client: Client,
  { owner, id, now }: OpenedDocument,
): Promise<OpenedFolderDocument> {
  const row = await getFolderDocument(db, client, owner, id)
  const mayBe = withdrawableUntil(row, await findSubmission(db, row), now)
  const until = mayBe && ((await isProtectedNow(db, client, { type: 'employee_document', id, now })) ? null : mayBe)
  return { ...presentFolderRow(row), withdrawable_until: until && inSeconds(until) }
}

export function presentFolderRow(row: FolderDocumentRow): FolderDocument {
  return presentFolderDocument(presentDocument(row), row.type_name)
}

/** Types whose documents employees see or send, by their names. */
export async function listFolderTypes(db: Db, client: Client, owner: FolderOwner): Promise<FolderDocumentType[]> {
  const rows = await listFolderTypeRows(db, client, owner.technical_id)
  const named = rows.map(({ localized_names, ...row }) => ({
    ...row,
    name: localName({ ...row, localized_names }, owner),
  }))
  const compare = orderIn(owner.language)
  return named.toSorted((one, other) => compare(one.name, other.name))
}

function localName({ name, localized_names }: FolderTypeRow, { language }: FolderOwner): string {
  return nameIn(localized_names, language, name)
}

export function presentFolderDocument(document: Document, document_type_name: string): FolderDocument {
  const { id, title, document_type_code, date, filename, content_type, size, sha256, page_count } = document
  const { document_type_metas, document_type_filters, origin, linked_to_vault, created_at } = document
  return {
    id,
    title,
    document_type_code,
    document_type_name,
    date,
    filename,
    content_type,
    size,
    sha256,
    page_count,
    document_type_metas,
    document_type_filters,
    origin,
    linked_to_vault,
    created_at,
  }
}
