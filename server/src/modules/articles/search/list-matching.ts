import type { Client } from '#kernel/work.ts'
import { type ArticleRow, findArticles } from '#modules/articles/writing/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { DEFAULT_PER_PAGE } from '#platform/db/lists/keyset-page.ts'
import { sizeOf } from './article-bitmap.ts'
import { BitmapPool } from './bitmap-pool.ts'
import { type Conditions, findBitmap } from './find-bitmap.ts'
import { pageKeys } from './page-keys.ts'
import { parseSearch } from './parse-search.ts'
import { rankedKeys } from './rank.ts'

export type ArticlePage = { rows: ArticleRow[]; total: number }

/** Which articles are wanted, in which order, and which page of them. */
export type Listing = Omit<Conditions, 'search'> & {
  text?: string | undefined
  /** Newest first when left out; with a text, the most fitting. */
  orderBy?: string | undefined
  page?: number | undefined
  perPage?: number | undefined
}

/** A page of articles by its number, with how many there are in all. */
export async function listMatching(db: Db, client: Client, listing: Listing): Promise<ArticlePage> {
  const bitmaps = new BitmapPool()
  try {
    return await listIn(bitmaps, db, client, listing)
  } finally {
    bitmaps.release()
  }
}

async function listIn(bitmaps: BitmapPool, db: Db, client: Client, listing: Listing): Promise<ArticlePage> {
  const { text, orderBy, page = 1, perPage: limit = DEFAULT_PER_PAGE, ...conditions } = listing
  const search = text === undefined ? undefined : parseSearch(text)
  const found = await findBitmap(db, client, { ...conditions, search }, bitmaps)
  const total = sizeOf(found.found)
  const offset = (page - 1) * limit
  if (offset >= total) return { rows: [], total }
  const isRanked = search !== undefined && orderBy === undefined
  const keys = isRanked
    ? rankedKeys(found.found, found.merits, { offset, limit }, bitmaps)
    : await pageKeys(db, client, found, { order: orderBy ?? '-created_at', slice: { offset, limit, total } })
  const rows = await findArticles(db, client, keys)
  return { rows: rows.filter(stillMeets(conditions)), total }
}

/** A found article may have been changed, or its number reused, before it was read. */
export function stillMeets({
  state,
  audiences,
}: Pick<Conditions, 'state' | 'audiences'>): (row: ArticleRow) => boolean {
  const keys = audiences && new Set(audiences.filter((one) => one.matches).map((one) => one.key))
  return (row) => (state === undefined || row.state === state) && (keys === undefined || keys.has(row.audience_key))
}
