import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { DEFAULT_PER_PAGE } from '#platform/db/lists/keyset-page.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import type { Routes } from '#platform/http/routes.ts'
import { listForReader } from './list-for-reader.ts'
import { openArticle } from './open-article.ts'
import { listReadableCategories, readableBy } from './readable-articles.ts'
import { LanguageQuery, ListedArticle, ReadArticle, ReadCategory, ReadListQuery, SlugParams } from './schemas.ts'

export type ReaderDeps = { db: Db; publicUrl: string }

/** The knowledge base, for the employee who is logged in. */
export function articleReadingEmployeeRoutes({ db, publicUrl }: ReaderDeps): Routes {
  return (portal) => {
    portal.get(
      '/me/articles',
      {
        config: forEmployees,
        schema: {
          operationId: 'listMyArticles',
          summary: 'List and search the articles that are for me',
          description: '`X-Total-Count` is how many there are.',
          querystring: ReadListQuery,
          response: { 200: Type.Array(ListedArticle) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { query } = request
        const { articles, total } = await listForReader(db, client, await readableBy(db, client, person), {
          ...query,
          language_code: query.language_code ?? person.language,
        })
        const perPage = query.per_page ?? DEFAULT_PER_PAGE
        writePage(request, reply, {
          publicUrl,
          page: { page: query.page ?? 1, perPage, total },
          rels: ['next', 'last'],
        })
        return articles
      },
    )

    portal.get(
      '/me/articles/:slug',
      {
        config: forEmployees,
        schema: {
          operationId: 'readMyArticle',
          summary: 'Read an article; it counts as a view',
          params: SlugParams,
          querystring: LanguageQuery,
          response: { 200: ReadArticle },
        },
      },
      (request) => openArticle(db, request, { ...request.query, ...request.params }),
    )

    portal.get(
      '/me/article_categories',
      {
        config: forEmployees,
        schema: {
          operationId: 'listMyArticleCategories',
          summary: 'The categories in which there is something for me',
          querystring: LanguageQuery,
          response: { 200: Type.Array(ReadCategory) },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const language = request.query.language_code ?? person.language
        const all = await listReadableCategories(db, client, await readableBy(db, client, person), language)
        return all.filter((one) => one.articles_count > 0)
      },
    )
  }
}
