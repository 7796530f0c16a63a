import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Article, Rule } from './schemas.ts'

export type ArticleRow = Pick<
  Article,
  | 'slug'
  | 'title'
  | 'body'
  | 'language_code'
  | 'translations'
  | 'categories'
  | 'featured'
  | 'state'
  | 'organizations'
  | 'roles'
  | 'total_hits'
> & {
  key: number
  audience_key: number
  for_employees: boolean
  for_managers: boolean
  custom_field_rules: Rule[]
  sort_title: string
  created_at: Date
  updated_at: Date
}

/** What is shown of an article, and what lists are sorted by. */
const ARTICLE_COLUMNS = `
  article.key, article.slug, article.title, article.body, article.language_code, article.translations,
  article.categories, article.featured, article.state, article.audience_key, article.sort_title, article.created_at,
  article.updated_at, audience.for_employees, audience.for_managers, audience.roles, audience.custom_field_rules,
  (SELECT total_hits FROM article_hits WHERE client_id = $client_id AND key = article.key) AS total_hits,
  ARRAY(SELECT code FROM organizations
    WHERE client_id = $client_id AND key = ANY (audience.organization_keys) ORDER BY code) AS organizations`
const AUDIENCE = `
  JOIN article_audiences audience ON audience.client_id = article.client_id AND audience.key = article.audience_key`

const find = lookup<ArticleRow, { client_id: string; slug: string }>(`
  SELECT ${ARTICLE_COLUMNS} FROM articles article ${AUDIENCE} WHERE article.client_id = $client_id AND article.slug = $slug`)

export async function findArticle(db: Db, client: Client, slug: string): Promise<ArticleRow | undefined> {
  return (await find(db, { client_id: client.id, slug }))[0]
}

const findMany = statement<ArticleRow, { client_id: string; keys: number[] }>(`
  SELECT ${ARTICLE_COLUMNS}
  FROM unnest($keys::integer[]) WITH ORDINALITY AS wanted (key, position)
  JOIN articles article ON article.client_id = $client_id AND article.key = wanted.key ${AUDIENCE}
  ORDER BY wanted.position`)

/** Those of these articles that are still there, in this order. */
export async function findArticles(db: Db, client: Client, keys: number[]): Promise<ArticleRow[]> {
  return keys.length === 0 ? [] : findMany(db, { client_id: client.id, keys })
}

/** What is stored of an article, but for its slug and times. */
export type WrittenArticle = Pick<
  ArticleRow,
  | 'title'
  | 'body'
  | 'language_code'
  | 'translations'
  | 'categories'
  | 'featured'
  | 'state'
  | 'audience_key'
  | 'sort_title'
>

type NewArticle = { slug: string; written: WrittenArticle; now: Date }

/** Stores a new article. It comes behind all others, also when the clock of another process is ahead. */
export async function insertArticle(tx: Tx, client: Client, { slug, written, now }: NewArticle): Promise<number> {
  const [last] = await findLast(tx, { client_id: client.id })
  const created_at = last && last.created_at > now ? last.created_at : now
  const key = last ? last.key + 1 : 0
  await tx
    .insertInto('articles')
    .values({ client_id: client.id, key, slug, ...toColumns(written), created_at, updated_at: created_at })
    .execute()
  await tx.insertInto('article_hits').values({ client_id: client.id, key, total_hits: 0 }).execute()
  return key
}

const findLast = statement<{ key: number; created_at: Date }, { client_id: string }>(`
  SELECT key, created_at FROM articles WHERE client_id = $client_id ORDER BY key DESC LIMIT 1`)

type ChangedArticle = { key: number; written: WrittenArticle; now: Date }

export async function updateArticle(tx: Tx, client: Client, { key, written, now }: ChangedArticle): Promise<void> {
  await tx
    .updateTable('articles')
    .set({ ...toColumns(written), updated_at: now })
    .where('client_id', '=', client.id)
    .where('key', '=', key)
    .execute()
}

function toColumns({ translations, ...rest }: WrittenArticle) {
  return { ...rest, translations: JSON.stringify(translations) }
}

const remove = statement<never, { client_id: string; key: number }>(`
  DELETE FROM articles WHERE client_id = $client_id AND key = $key`)

export async function deleteArticleRow(tx: Tx, client: Client, key: number): Promise<void> {
  await remove(tx, { client_id: client.id, key })
}

const hit = statement<never, { client_id: string; slug: string }>(`
  UPDATE article_hits SET total_hits = total_hits + 1
  WHERE client_id = $client_id AND key = (SELECT key FROM articles WHERE client_id = $client_id AND slug = $slug)`)

export async function addHit(tx: Tx, client: Client, slug: string): Promise<void> {
  await hit(tx, { client_id: client.id, slug })
}

/** Where the orders of a list lie. */
const ORDERS = {
  updated_at: { table: 'articles', column: 'updated_at' },
  title: { table: 'articles', column: 'sort_title' },
  total_hits: { table: 'article_hits', column: 'total_hits' },
} as const
export type OrderName = keyof typeof ORDERS

type PageRange = { order: OrderName; descending: boolean; offset: number; limit: number }

/** The keys of a part of a list: along the index of its order, only what is in `bits` if there are any. */
export async function walkKeys(db: Db, client: Client, bits: Buffer | undefined, slice: PageRange): Promise<number[]> {
  const { table, column } = ORDERS[slice.order]
  const direction = slice.descending ? sql`DESC` : sql`ASC`
  const wanted = bits ? isInBitmap(sql.ref('key'), bits) : sql`true`
  const { rows } = await sql<{ key: number }>`
    SELECT key FROM ${sql.table(table)} WHERE client_id = ${client.id} AND ${wanted}
    ORDER BY ${sql.ref(column)} ${direction}, key ${direction} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return rows.map((row) => row.key)
}

/** The same for a few articles, which are found by their keys and sorted. */
export async function sortKeys(db: Db, client: Client, keys: number[], slice: PageRange): Promise<number[]> {
  const { table, column } = ORDERS[slice.order]
  const direction = slice.descending ? sql`DESC` : sql`ASC`
  const { rows } = await sql<{ key: number }>`
    SELECT key FROM ${sql.table(table)} WHERE client_id = ${client.id} AND key = ANY (${keys}::integer[])
    ORDER BY ${sql.ref(column)} ${direction}, key ${direction} LIMIT ${slice.limit} OFFSET ${slice.offset}`.execute(db)
  return rows.map((row) => row.key)
}

/** Whether a key is in a set. Beyond the set lies what came after it was read. */
export function isInBitmap(key: ReturnType<typeof sql.ref>, bits: Buffer) {
  return sql<boolean>`CASE WHEN ${key} < ${bits.length * 8} THEN get_bit(${bits}::bytea, ${key}) = 1 ELSE false END`
}
