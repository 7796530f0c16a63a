import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import { type AudienceMatch, matchManager, matchReader } from '#modules/articles/audiences/queries.ts'
import { findAllCategories } from '#modules/articles/categories/queries.ts'
import { intersect, sizeOf } from '#modules/articles/search/article-bitmap.ts'
import { BitmapPool } from '#modules/articles/search/bitmap-pool.ts'
import { type Conditions, findBitmap } from '#modules/articles/search/find-bitmap.ts'
import { stillMeets } from '#modules/articles/search/list-matching.ts'
import { readBitmaps } from '#modules/articles/search/queries.ts'
import { TERM } from '#modules/articles/search/terms.ts'
import { type ArticleRow, findArticle } from '#modules/articles/writing/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { describedInLanguageOf, namedInLanguageOf } from './reader-language.ts'
import type { ReadCategory } from './schemas.ts'

type Reader = Pick<SessionPerson, 'scope' | 'technical_id'>

/** What is published for a person: an employee by perimeter and custom fields, a manager by roles. */
export async function readableBy(db: Db, client: Client, { scope, technical_id }: Reader): Promise<Readable> {
  const match = scope === 'employee' ? matchReader : matchManager
  return { state: 'published', audiences: (await match(db, client, technical_id)) ?? [] }
}
export type Readable = { state: 'published'; audiences: AudienceMatch[] }

/** An article that is for this person to read; any other is as if there were none. */
export async function readArticle(db: Db, client: Client, reader: Reader, slug: string): Promise<ArticleRow> {
  const row = await findArticle(db, client, slug)
  if (!row || !stillMeets(await readableBy(db, client, reader))(row)) throw notFound('article', slug)
  return row
}

/** The categories that have something among these articles, each with how much. */
export async function listReadableCategories(
  db: Db,
  client: Client,
  conditions: Pick<Conditions, 'state' | 'audiences'>,
  language: string | null | undefined,
): Promise<ReadCategory[]> {
  const bitmaps = new BitmapPool()
  try {
    const rows = await findAllCategories(db, client)
    const { found } = await findBitmap(db, client, conditions, bitmaps)
    const { sets } = await readBitmaps(
      db,
      client,
      rows.map(({ slug }) => [TERM.category(slug)]),
      bitmaps,
    )
    return rows.map((row, index) => {
      const set = sets[index]
      if (set) intersect(set, found)
      const articles_count = set ? sizeOf(set) : 0
      return { ...namedInLanguageOf(row, language), description: describedInLanguageOf(row, language), articles_count }
    })
  } finally {
    bitmaps.release()
  }
}
