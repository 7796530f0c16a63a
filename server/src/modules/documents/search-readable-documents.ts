import { type RawBuilder, sql } from 'kysely'
import { nameIn, type Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { findEmployeeOrganizations } from '#modules/directory/index.ts'
import { isInFolder, isOfOrganizations, isVisible } from '#modules/documents/access/employee-access.ts'
import type { FolderOwner } from '#modules/documents/folder/folder-documents.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containingAllWords } from '#platform/db/like.ts'
import { fetchPage, type KeysetPage, type KeysetRequest, type Position } from '#platform/db/lists/keyset-page.ts'
import { keysetKey, keysetSql, type ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { fragment, ofClient } from '#platform/db/statement.ts'

/** Where an employee reads a document. One that is in the folder and in the vault is found in the folder. */
export type DocumentPlace = 'folder' | 'vault' | 'company'

export type FoundDocument = {
  id: string
  place: DocumentPlace
  title: string
  filename: string
  document_type_name: string
  received_at: Date
}
type FoundRow = FoundDocument & { type_names: Translations; total: number }

export type FoundDocuments = KeysetPage<FoundDocument> & { total: number }

const NEWEST_FIRST: ListOrder = { column: 'received_at', tie: 'id', descending: true }

/**
 * Documents that an employee may read, wherever they lie, whose title or file name has every word of a text: the newest
 * `most` of each place, and how many these are.
 */
export async function searchReadableDocuments(
  db: Db,
  client: Client,
  owner: FolderOwner,
  { q, perPage, at, most }: { q: string; perPage: number; at: Position | undefined; most: number },
): Promise<FoundDocuments> {
  const patterns = containingAllWords(q)
  if (patterns.length === 0) return { rows: [], previous: undefined, next: undefined, total: 0 }
  const organizations = await findEmployeeOrganizations(db, client, owner.technical_id)
  const places = selectsByPlace(client, owner, isOfOrganizations(client, organizations).onWalk)
  const found = places.map((place) => newest(place, patterns, most))
  const fetch = async (request: KeysetRequest) => {
    const { beyond, sequence, limit } = keysetSql('found', { ...request, order: NEWEST_FIRST })
    const { rows } = await sql<FoundRow>`${sql.raw(CUSTOM_PLAN)}
      WITH found AS MATERIALIZED (${sql.join(found, sql` UNION ALL `)})
      SELECT found.id, found.place, found.title, found.filename, found.received_at, type.name AS document_type_name,
        type.localized_names AS type_names, (SELECT count(*)::integer FROM found) AS total
      FROM found
      JOIN document_types type ON type.client_id = ${client.id} AND type.id = found.document_type_id
      WHERE ${sql.join([sql`true`, ...beyond], sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
    return rows
  }
  const page = await fetchPage({ at, perPage }, fetch, (row) => keysetKey(row, NEWEST_FIRST))
  return { ...page, rows: page.rows.map((row) => inLanguageOf(owner, row)), total: page.rows[0]?.total ?? 0 }
}

const SHOWN = 'document.id, document.title, document.filename, document.document_type_id'

/** The places, of which no two have a document in common. Each is a statement that ends in conditions. */
function selectsByPlace(client: Client, owner: FolderOwner, isOfCompany: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const employee = sql`(SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${owner.technical_id})`
  const isFiled = fragment(isInFolder('document', '$employee'), { employee, client_id: sql`${client.id}` })
  return [
    sql`SELECT ${sql.raw(SHOWN)}, 'folder' AS place, document.created_at AS received_at FROM documents document
      WHERE document.client_id = ${client.id} AND ${isFiled}`,
    sql`SELECT ${sql.raw(SHOWN)}, 'vault' AS place, document.created_at AS received_at FROM documents document
      WHERE document.client_id = ${client.id} AND document.employee_key = ${employee} AND document.is_linked
        AND document.trashed_at IS NOT NULL AND ${ofClient(isVisible('document'), client)}`,
    sql`SELECT ${sql.raw(SHOWN)}, 'vault' AS place, document.filed_at AS received_at FROM vault_documents document
      WHERE document.client_id = ${client.id} AND document.employee_key = ${employee}
        AND ${ofClient(isVisible('document'), client)}`,
    sql`SELECT ${sql.raw(SHOWN)}, 'company' AS place, document.created_at AS received_at FROM documents document
      WHERE document.client_id = ${client.id} AND ${isOfCompany}`,
  ]
}

function newest(place: RawBuilder<unknown>, patterns: readonly string[], most: number): RawBuilder<unknown> {
  const words = patterns.map((pattern) => sql`document.search_text LIKE ${pattern}`)
  return sql`(${sql.join([place, ...words], sql` AND `)} ORDER BY received_at DESC, document.id DESC LIMIT ${most})`
}

function inLanguageOf({ language }: FolderOwner, { type_names, total: _, ...row }: FoundRow): FoundDocument {
  return { ...row, document_type_name: nameIn(type_names, language, row.document_type_name) }
}
