import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { searchText } from '#platform/text/search-text.ts'
import { type Attribute, type DocumentType, type ListDocumentTypesQuery, MAX_ID } from './schemas.ts'

export type DocumentTypeRow = Pick<
  DocumentType,
  'id' | 'code' | 'kind' | 'name' | 'visible_by_employee' | 'upload_by_employee' | 'retention' | 'allowed_extensions'
> & {
  localized_names: Translations
  metas: Attribute[]
  filters: Attribute[]
  created_at: Date
  updated_at: Date
}

const SELECT = `
  SELECT id, code, kind, name, localized_names, visible_by_employee, upload_by_employee, retention, allowed_extensions,
    metas, filters, created_at, updated_at
  FROM document_types`

const find = lookup<DocumentTypeRow, { client_id: string; code: string }>(
  `${SELECT} WHERE client_id = $client_id AND code = $code`,
)

export async function findDocumentType(db: Db, client: Client, code: string): Promise<DocumentTypeRow | undefined> {
  return (await find(db, { client_id: client.id, code }))[0]
}

const findById = lookup<DocumentTypeRow, { client_id: string; id: number }>(
  `${SELECT} WHERE client_id = $client_id AND id = $id`,
)

export async function findDocumentTypeById(db: Db, client: Client, id: number): Promise<DocumentTypeRow | undefined> {
  return id >= 1 && id <= MAX_ID ? (await findById(db, { client_id: client.id, id }))[0] : undefined
}

const all = statement<DocumentTypeRow, { client_id: string }>(`${SELECT} WHERE client_id = $client_id ORDER BY code`)

export async function listAllTypes(db: Db, client: Client): Promise<DocumentTypeRow[]> {
  return all(db, { client_id: client.id })
}

const visible = statement<{ id: number }, { client_id: string }>(`
  SELECT id FROM document_types WHERE client_id = $client_id AND visible_by_employee`)

/** The types whose documents employees may see. */
export async function findVisibleTypes(db: Db, client: Client): Promise<Set<number>> {
  return new Set((await visible(db, { client_id: client.id })).map((row) => row.id))
}

const next = statement<{ id: number | null }, { client_id: string }>(`
  SELECT min(free.id) AS id FROM (
    SELECT 1 AS id UNION ALL SELECT id + 1 FROM document_types WHERE client_id = $client_id AND id < 2147483647
  ) AS free
  WHERE NOT EXISTS (SELECT FROM document_types taken WHERE taken.client_id = $client_id AND taken.id = free.id)`)

/** The least number that no type has. */
export async function nextTypeId(db: Db, client: Client): Promise<number> {
  return (await next(db, { client_id: client.id }))[0]?.id ?? 1
}

export async function upsertDocumentType(tx: Tx, client: Client, row: DocumentTypeRow): Promise<void> {
  const { id, code, created_at, ...rest } = row
  const changes = {
    ...rest,
    localized_names: JSON.stringify(row.localized_names),
    retention: row.retention && JSON.stringify(row.retention),
    metas: JSON.stringify(row.metas),
    filters: JSON.stringify(row.filters),
    search_text: searchText([code, row.name, ...Object.values(row.localized_names)]),
  }
  await tx
    .insertInto('document_types')
    .values({ client_id: client.id, id, code, created_at, ...changes })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(changes))
    .execute()
}

export async function listDocumentTypes(
  db: Db,
  client: Client,
  { q, kind, updated_at_since }: ListDocumentTypesQuery,
  request: OrderedRequest,
): Promise<DocumentTypeRow[]> {
  const { beyond, sequence, limit } = keysetSql('document_types', request)
  const conditions = [sql`client_id = ${client.id}`, ...beyond]
  if (q !== undefined) conditions.push(sql`search_text LIKE ${containing(q)}`)
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`)
  if (updated_at_since !== undefined) conditions.push(sql`updated_at >= ${updated_at_since}`)
  const { rows } = await sql<DocumentTypeRow>`
    ${sql.raw(SELECT)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}
