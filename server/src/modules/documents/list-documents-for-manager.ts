import { sql } from 'kysely'
import type { Reader } from '#kernel/access/reader-language.ts'
import type { Client } from '#kernel/work.ts'
import { organizationNames } from '#modules/directory/index.ts'
import {
  type DocumentPerimeter,
  documentPerimeterFilter,
  documentPerimeterOf,
  isInDocumentPerimeter,
} from '#modules/documents/access/manager-access.ts'
import { findDocumentType } from '#modules/documents/types/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { statement } from '#platform/db/statement.ts'
import { invalid } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { listDocuments, sameFile } from './list-documents.ts'
import type { FolderCounts, ListManagerDocumentsQuery, ManagerDocument } from './manager-schemas.ts'
import type { Document, Kind } from './schemas.ts'

/** Which documents of a kind, for which manager. */
type Asked = { reader: Reader; kind: Kind; query: ListManagerDocumentsQuery & { employee_technical_id?: string } }

/** A page of the documents of a kind that a manager may see. */
export async function listDocumentsForManager(
  db: Db,
  client: Client,
  { reader, kind, query: { filter, sha256, ...query } }: Asked,
  asked: PageRequest,
): Promise<KeysetPage<ManagerDocument>> {
  const perimeter = await documentPerimeterOf(db, client, { manager: reader.technical_id, kind })
  const given = filter === undefined ? [] : [filter].flat()
  const { document_type_code: code } = query
  const type = code === undefined ? undefined : await findDocumentType(db, client, code)
  const limits = [documentPerimeterFilter(perimeter, type?.id), ...given.map(attributeFilter), ...sameFile(sha256)]
  const page = await listDocuments(db, client, { kind, query, limits }, asked)
  return { ...page, rows: await withNames(db, client, page.rows, reader.language) }
}

/** `year:2024`, of a filter or a meta of the type. */
function attributeFilter(text: string): Filter {
  const end = text.indexOf(':')
  if (end < 1) throw invalid('filter', 'invalid', 'This is not a valid filter (expected code:value).')
  const code = text.slice(0, end)
  const value = text.slice(end + 1)
  return { onWalk: sql`(document.filters ->> ${code} = ${value} OR document.metas ->> ${code} = ${value})` }
}

type Person = { technical_id: string; first_name: string; last_name: string }
const people = statement<Person, { client_id: string; technical_ids: string[] }>(`
  SELECT technical_id, first_name, last_name FROM employees WHERE client_id = $client_id AND technical_id = ANY ($technical_ids)`)

/** Documents with the names of their employee, type and organizations: two statements, whatever their number. */
export async function withNames(
  db: Db,
  client: Client,
  documents: Document[],
  language: string | null,
): Promise<ManagerDocument[]> {
  const ids = [...new Set(documents.flatMap((one) => one.employee_technical_id ?? []))]
  const [found, nameOf] = await Promise.all([
    ids.length === 0 ? [] : people(db, { client_id: client.id, technical_ids: ids }),
    organizationNames(
      db,
      client,
      documents.flatMap((one) => one.organization_codes),
      language,
    ),
  ])
  const byId = new Map(found.map((one) => [one.technical_id, one]))
  return documents.map((document) => ({
    ...document,
    employee: byId.get(document.employee_technical_id ?? '') ?? null,
    organizations: document.organization_codes.map((code) => ({ code, name: nameOf(code) })),
  }))
}

type CountRow = { document_type_code: string; is_trashed: boolean; count: string; newest_at: Date }

/** How many documents of each type a manager finds in the folder of an employee. */
export async function countFolder(
  db: Db,
  client: Client,
  perimeter: DocumentPerimeter,
  employeeKey: string,
): Promise<FolderCounts> {
  const { rows } = await sql<CountRow>`
    SELECT type.code AS document_type_code, counted.is_trashed, counted.count, counted.newest_at FROM (
      SELECT document.document_type_id, document.trashed_at IS NOT NULL AS is_trashed, count(*),
        max(document.created_at) AS newest_at
      FROM documents document
      WHERE document.client_id = ${client.id} AND document.employee_key = ${employeeKey} AND ${isInDocumentPerimeter(perimeter)}
      GROUP BY document.document_type_id, is_trashed
    ) AS counted
    JOIN document_types type ON type.client_id = ${client.id} AND type.id = counted.document_type_id
    ORDER BY type.code`.execute(db)
  const types = rows.filter((row) => !row.is_trashed)
  return {
    types: types.map(({ document_type_code, count, newest_at }) => ({
      document_type_code,
      count: Number(count),
      newest_at: inSeconds(newest_at),
    })),
    trashed: rows.reduce((sum, row) => sum + (row.is_trashed ? Number(row.count) : 0), 0),
  }
}
