import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { personOf } from '#kernel/access/session-person.ts'
import { findCategories } from '#modules/articles/categories/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { countArticleView } from './count-article-view.ts'
import { presentRead } from './present.ts'
import { readArticle } from './readable-articles.ts'

type Wanted = { slug: string; language_code?: string | undefined }

/** An article as the person who is logged in reads it. Spec, Article: only views on the employee portal count. */
export async function openArticle(db: Db, request: FastifyRequest, { slug, language_code }: Wanted) {
  const { client } = callerOf(request)
  const person = personOf(request)
  const row = await readArticle(db, client, person, slug)
  if (person.scope === 'employee') await request.work((work) => countArticleView(work, row.slug))
  const categories = await findCategories(db, client, row.categories)
  return presentRead(row, { language: language_code ?? person.language, categories })
}
