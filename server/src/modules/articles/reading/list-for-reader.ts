import type { Client } from '#kernel/work.ts'
import { findCategories } from '#modules/articles/categories/queries.ts'
import type { Conditions } from '#modules/articles/search/find-bitmap.ts'
import { listMatching } from '#modules/articles/search/list-matching.ts'
import type { Db } from '#platform/db/db.ts'
import { presentListed } from './present.ts'
import type { ManagedArticle, ReadListQuery } from './schemas.ts'

type Asked = Omit<ReadListQuery, 'language_code'> & { language_code: string | null | undefined }
type Scope = Pick<Conditions, 'state' | 'audiences'>

/** A page of those articles in `scope` that are asked for, in the language of the reader. */
export async function listForReader(
  db: Db,
  client: Client,
  scope: Scope,
  { q, category, featured, sort, page, per_page, language_code: language }: Asked,
): Promise<{ articles: ManagedArticle[]; total: number }> {
  const asked = { text: q, category, featured, orderBy: sort, page, perPage: per_page }
  const { rows, total } = await listMatching(db, client, { ...scope, ...asked })
  const categories = await findCategories(
    db,
    client,
    rows.flatMap((row) => row.categories),
  )
  return { articles: rows.map((row) => presentListed(row, { language, categories, search: q })), total }
}
