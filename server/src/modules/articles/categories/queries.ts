import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { searchText } from '#platform/text/search-text.ts'
import type { ListCategoriesQuery } from './schemas.ts'

export type CategoryRow = {
  slug: string
  name: string
  language_code: string
  description: string | null
  localized_names: Translations
  localized_descriptions: Translations
  created_at: Date
  updated_at: Date
}

const SELECT = `
  SELECT slug, name, language_code, description, localized_names, localized_descriptions, created_at, updated_at
  FROM article_categories`

const find = lookup<CategoryRow, { client_id: string; slug: string }>(
  `${SELECT} WHERE client_id = $client_id AND slug = $slug`,
)

export async function findCategory(db: Db, client: Client, slug: string): Promise<CategoryRow | undefined> {
  return (await find(db, { client_id: client.id, slug }))[0]
}

const findMany = statement<CategoryRow, { client_id: string; slugs: string[] }>(
  `${SELECT} WHERE client_id = $client_id AND slug = ANY ($slugs)`,
)

/** Those of these categories that there are, by their slug. */
export async function findCategories(
  db: Db,
  client: Client,
  slugs: Iterable<string>,
): Promise<Map<string, CategoryRow>> {
  const wanted = [...new Set(slugs)]
  const rows = wanted.length === 0 ? [] : await findMany(db, { client_id: client.id, slugs: wanted })
  return new Map(rows.map((row) => [row.slug, row]))
}

/** So many categories can be told apart on a page; a client with more of them has no use for such a page. */
const MAX_SHOWN = 500
const findAll = statement<CategoryRow, { client_id: string }>(
  `${SELECT} WHERE client_id = $client_id ORDER BY name, slug LIMIT ${MAX_SHOWN}`,
)

export function findAllCategories(db: Db, client: Client): Promise<CategoryRow[]> {
  return findAll(db, { client_id: client.id })
}

export async function upsertCategory(tx: Tx, client: Client, row: CategoryRow): Promise<void> {
  const { slug, created_at, ...rest } = row
  const changes = {
    ...rest,
    localized_names: JSON.stringify(row.localized_names),
    localized_descriptions: JSON.stringify(row.localized_descriptions),
    search_text: searchText([slug, row.name, ...Object.values(row.localized_names)]),
  }
  await tx
    .insertInto('article_categories')
    .values({ client_id: client.id, slug, created_at, ...changes })
    .onConflict((conflict) => conflict.columns(['client_id', 'slug']).doUpdateSet(changes))
    .execute()
}

const remove = statement<never, { client_id: string; slug: string }>(
  'DELETE FROM article_categories WHERE client_id = $client_id AND slug = $slug',
)

export async function deleteCategoryRow(tx: Tx, client: Client, slug: string): Promise<void> {
  await remove(tx, { client_id: client.id, slug })
}

export async function listCategories(
  db: Db,
  client: Client,
  { q, updated_at_since }: ListCategoriesQuery,
  request: OrderedRequest,
): Promise<CategoryRow[]> {
  const { beyond, sequence, limit } = keysetSql('article_categories', request)
  const conditions = [sql`client_id = ${client.id}`, ...beyond]
  if (q !== undefined) conditions.push(sql`search_text LIKE ${containing(q)}`)
  if (updated_at_since !== undefined) conditions.push(sql`updated_at >= ${updated_at_since}`)
  const { rows } = await sql<CategoryRow>`
    ${sql.raw(SELECT)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}
