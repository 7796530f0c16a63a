import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { RouteAccess } from '#kernel/access/route-access.ts'
import type { Client } from '#kernel/work.ts'
import { findCategories } from '#modules/articles/categories/queries.ts'
import { presentPublic } from '#modules/articles/writing/present.ts'
import { type ArticleRow, findArticle } from '#modules/articles/writing/queries.ts'
import { ArticleSlug, PublicArticle, PublicListQuery, PublicReadQuery } from '#modules/articles/writing/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { DEFAULT_PER_PAGE } from '#platform/db/lists/keyset-page.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import type { Routes } from '#platform/http/routes.ts'
import { emptyAsAbsent } from '#platform/http/validation/empty-as-absent.ts'
import { notFound } from '#platform/problem.ts'
import { withSanitizedBodies } from '#platform/text/sanitize-html.ts'
import { listPublic } from './list-public.ts'

export type ArticleDeps = { db: Db; publicUrl: string }

const access: RouteAccess = { allow: ['api_key'] }

export function articleRoutes({ db, publicUrl }: ArticleDeps): Routes {
  async function present(client: Client, rows: ArticleRow[], language: string | undefined) {
    const slugs = rows.flatMap((row) => row.categories)
    const categories = await findCategories(db, client, slugs)
    return rows.map((row) => presentPublic(row, { publicUrl, language: language?.toLowerCase(), categories }))
  }

  return (api) => {
    api.get(
      '/articles',
      {
        config: access,
        preValidation: emptyAsAbsent('accessible_by'),
        schema: {
          operationId: 'searchArticles',
          summary: 'List and search articles',
          description:
            '`Link` leads to the next page and to the last one; `X-Total-Count` is how many articles there are.',
          querystring: PublicListQuery,
          response: { 200: Type.Array(PublicArticle) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const { query } = request
        const { rows, total } = await listPublic(db, client, query)
        const page = { page: query.page ?? 1, perPage: query.per_page ?? DEFAULT_PER_PAGE, total }
        writePage(request, reply, { publicUrl, page, rels: ['next', 'last'] })
        const articles = await present(client, rows, query.language_code)
        return query.sanitize ? withSanitizedBodies(articles) : articles
      },
    )

    api.get(
      '/articles/:slug',
      {
        config: access,
        schema: {
          operationId: 'readArticle',
          summary: 'Read an article',
          params: Type.Object({ slug: ArticleSlug }),
          querystring: PublicReadQuery,
          response: { 200: PublicArticle },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const { slug } = request.params
        const row = await findArticle(db, client, slug)
        if (!row) throw notFound('article', slug)
        const articles = await present(client, [row], request.query.language_code)
        const [article] = request.query.sanitize ? await withSanitizedBodies(articles) : articles
        return article as PublicArticle
      },
    )
  }
}
