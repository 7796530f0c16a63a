import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { findOrganizations } from '#modules/directory/index.ts'
import { findDocumentType } from '#modules/documents/types/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import { type Filter, type FilteredList, filteredPage } from '#platform/db/lists/filtered-page.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetKey, listOrder } from '#platform/db/lists/keyset-sql.ts'
import { ofClient } from '#platform/db/statement.ts'
import { toSeconds, whenOf } from '#platform/time/moment.ts'
import { presentDocument } from './present.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from './queries.ts'
import type { Document, Kind, ListDocumentsQuery } from './schemas.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOTHING: Filter = { onWalk: sql`false`, findsLittle: true }

/** A page of documents. `limits` are what the caller may see of them, beside what they ask for. */
export async function listDocuments(
  db: Db,
  client: Client,
  { kind, query, limits = [] }: { kind: Kind; query: ListDocumentsQuery; limits?: readonly Filter[] },
  asked: PageRequest,
): Promise<KeysetPage<Document>> {
  const order = listOrder(query.sort ?? '-created_at', {}, 'key')
  const list = await documentList(db, client, { kind, query, order })
  list.filters.push(...limits)
  const page = await fetchPage(
    asked,
    (request) => filteredPage<DocumentRow>(db, list, request),
    (row) => keysetKey(row, order),
  )
  return { ...page, rows: page.rows.map(presentDocument) }
}

type OrderedDocuments = { kind: Kind; query: ListDocumentsQuery; order: FilteredList['order'] }

async function documentList(db: Db, client: Client, { kind, query, order }: OrderedDocuments): Promise<FilteredList> {
  const filters = [...(await namingFilters(db, client, kind, query)), ...textFilters(query)]
  const ofType = await typeCondition(db, client, kind, query)
  // An index has the documents of each type in the order in which they came.
  const isAlongType = ofType !== undefined && order.column === 'created_at' && !query.trashed
  if (ofType && !isAlongType) filters.push({ onWalk: ofType })
  const bounds = boundsOf(query)
  const range = bounds.filter((one) => one.column === order.column).map((one) => one.condition)
  for (const { column, condition } of bounds) if (column !== order.column) filters.push({ onWalk: condition })
  return {
    table: 'documents',
    alias: 'document',
    columns: ofClient(DOCUMENT_COLUMNS, client),
    filters,
    order,
    scope: [
      sql`document.client_id = ${client.id}`,
      isAlongType ? ofType : sql`document.kind = ${kind}`,
      query.trashed ? sql`document.trashed_at IS NOT NULL` : sql`document.trashed_at IS NULL`,
    ],
    ...(range.length > 0 ? { range: sql.join(range, sql` AND `) } : {}),
  }
}

/** An unknown type, or one of the other kind, matches no documents. */
async function typeCondition(db: Db, client: Client, kind: Kind, { document_type_code }: ListDocumentsQuery) {
  if (document_type_code === undefined) return undefined
  const type = await findDocumentType(db, client, document_type_code)
  return type?.kind === kind ? sql`document.document_type_id = ${type.id}` : sql`document.document_type_id = 0`
}

/** An unknown employee or organization matches no documents. */
async function namingFilters(db: Db, client: Client, kind: Kind, query: ListDocumentsQuery): Promise<Filter[]> {
  const { employee_technical_id, organization_code, external_unique_id } = query
  const filters: Filter[] = []
  if (kind === 'employee' && employee_technical_id !== undefined) {
    const employee = sql`(SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${employee_technical_id})`
    filters.push({ onWalk: sql`document.employee_key = ${employee}`, findsLittle: true })
  }
  if (organization_code !== undefined) {
    const key = (await findOrganizations(db, client, [organization_code])).get(organization_code)?.key
    filters.push(key === undefined ? NOTHING : filedUnder(key))
  }
  if (external_unique_id !== undefined) {
    filters.push({ onWalk: sql`document.external_unique_id = ${external_unique_id}`, findsLittle: true })
  }
  return filters
}

function filedUnder(organizationKey: number): Filter {
  return {
    onWalk: sql`${organizationKey} = ANY (document.organization_keys)`,
    onFind: sql`document.organization_keys @> ARRAY[${organizationKey}::integer]`,
  }
}

/** The file is this one, byte for byte; whichever it is when nothing is given. */
export function sameFile(sha256: string | undefined): Filter[] {
  return sha256 === undefined ? [] : [{ onWalk: sql`document.sha256 = ${sha256}`, findsLittle: true }]
}

function textFilters({ q }: ListDocumentsQuery): Filter[] {
  return q === undefined ? [] : [{ onWalk: sql`document.search_text LIKE ${containingWord(q)}` }]
}

type Bound = { column: 'date' | 'created_at'; condition: RawBuilder<unknown> }

function boundsOf({ date_since, date_until, created_at_since, created_at_until }: ListDocumentsQuery): Bound[] {
  const bounds: Bound[] = []
  if (date_since !== undefined) bounds.push({ column: 'date', condition: sql`document.date >= ${whenOf(date_since)}` })
  if (date_until !== undefined) bounds.push({ column: 'date', condition: until(date_until) })
  if (created_at_since !== undefined) {
    bounds.push({ column: 'created_at', condition: sql`document.created_at >= ${new Date(created_at_since)}` })
  }
  if (created_at_until !== undefined) {
    // It is shown in seconds; the whole of the last one counts.
    const end = new Date(toSeconds(new Date(created_at_until)).getTime() + 1000)
    bounds.push({ column: 'created_at', condition: sql`document.created_at < ${end}` })
  }
  return bounds
}

/** A date without a time counts to the end of its day. */
function until(text: string): RawBuilder<unknown> {
  if (text.length > 10) return sql`document.date <= ${whenOf(text)}`
  return sql`document.date < ${new Date(whenOf(text).getTime() + DAY_MS)}`
}
