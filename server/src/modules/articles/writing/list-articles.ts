import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { bytesOf, keysDescending, sizeOf } from '#modules/articles/search/article-bitmap.ts'
import { BitmapPool } from '#modules/articles/search/bitmap-pool.ts'
import { findBitmap } from '#modules/articles/search/find-bitmap.ts'
import { parseSearch } from '#modules/articles/search/parse-search.ts'
import type { Db } from '#platform/db/db.ts'
import { type Filter, filteredPage } from '#platform/db/lists/filtered-page.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetKey, listOrder } from '#platform/db/lists/keyset-sql.ts'
import { presentArticle } from './present.ts'
import { findArticles, isInBitmap } from './queries.ts'
import type { Article, ListArticlesQuery } from './schemas.ts'

/** So few are found by their keys. */
const MAX_FOUND_BY_KEY = 2000

type Listed = { key: number; sort_title: string; updated_at: Date }

/** Group A: a page by its cursor, of articles for whomever they are. */
export async function listArticles(
  db: Db,
  client: Client,
  query: ListArticlesQuery,
  asked: PageRequest,
): Promise<KeysetPage<Article>> {
  // They were created in the order of their keys.
  const order = listOrder(query.sort ?? '-created_at', { title: 'sort_title', created_at: 'key' }, 'key')
  const bitmaps = new BitmapPool()
  const list = {
    table: 'articles',
    alias: 'article',
    columns: sql`article.key, article.sort_title, article.updated_at`,
    scope: [sql`article.client_id = ${client.id}`],
    filters: await filtersOf(db, client, query, bitmaps),
    order,
  }
  const page = await fetchPage(
    asked,
    (request) => filteredPage<Listed>(db, list, request),
    (row) => keysetKey(row, order),
  ).finally(() => bitmaps.release())
  const articles = await findArticles(
    db,
    client,
    page.rows.map(({ key }) => key),
  )
  return { ...page, rows: articles.map(presentArticle) }
}

async function filtersOf(db: Db, client: Client, query: ListArticlesQuery, bitmaps: BitmapPool): Promise<Filter[]> {
  const { q, state, featured, category, updated_at_since } = query
  const filters: Filter[] = []
  const search = q === undefined ? undefined : parseSearch(q)
  if ([search, state, featured, category].some((one) => one !== undefined)) {
    const { found } = await findBitmap(db, client, { state, featured, category, search }, bitmaps)
    const among: Filter = { onWalk: isInBitmap(sql.ref('article.key'), bytesOf(found)) }
    const isFew = sizeOf(found) <= MAX_FOUND_BY_KEY
    filters.push(
      isFew
        ? { ...among, onFind: sql`article.key = ANY (${keysDescending(found)}::integer[])`, findsLittle: true }
        : among,
    )
  }
  if (updated_at_since !== undefined) filters.push({ onWalk: sql`article.updated_at >= ${updated_at_since}` })
  return filters
}
