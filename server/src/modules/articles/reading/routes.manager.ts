import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { audiencesInPerimeter, writePerimeterOf } from '#modules/articles/writing/write-in-perimeter.ts'
import type { Db } from '#platform/db/db.ts'
import { DEFAULT_PER_PAGE } from '#platform/db/lists/keyset-page.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { listForReader } from './list-for-reader.ts'
import { openArticle } from './open-article.ts'
import { listReadableCategories, readableBy } from './readable-articles.ts'
import type { ReaderDeps } from './routes.employee.ts'
import {
  LanguageQuery,
  ManagedArticle,
  ManagedReadArticle,
  ManagerListQuery,
  ReadCategory,
  SlugParams,
} from './schemas.ts'

const CategoriesQuery = Type.Object({ ...LanguageQuery.properties, view: ManagerListQuery.properties.view })

/** The knowledge base, for managers who read it and for those who write it. */
export function articleReadingManagerRoutes(deps: ReaderDeps): Routes {
  return (portal) => {
    mountReading(portal, deps)
    mountCategories(portal, deps)
  }
}

function mountReading(portal: Http, { db, publicUrl }: ReaderDeps): void {
  portal.get(
    '/manager/articles',
    {
      config: forManagers(),
      schema: {
        operationId: 'listManagerArticles',
        summary: 'List and search the articles that a manager may write, or those that are for them to read',
        description: '`X-Total-Count` is how many there are.',
        querystring: ManagerListQuery,
        response: { 200: Type.Array(ManagedArticle) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const scope = { state: query.state, ...(await scopeOf(db, request, query.view)) }
      const { articles, total } = await listForReader(db, callerOf(request).client, scope, {
        ...query,
        language_code: query.language_code ?? personOf(request).language,
      })
      const perPage = query.per_page ?? DEFAULT_PER_PAGE
      writePage(request, reply, { publicUrl, page: { page: query.page ?? 1, perPage, total }, rels: ['next', 'last'] })
      return articles
    },
  )

  portal.get(
    '/manager/articles/:slug/reading',
    {
      config: forManagers(),
      schema: {
        operationId: 'readManagerArticle',
        summary: 'Read an article that is for me; it does not count as a view',
        params: SlugParams,
        querystring: LanguageQuery,
        response: { 200: ManagedReadArticle },
      },
    },
    (request) => openArticle(db, request, { ...request.query, ...request.params }),
  )
}

function mountCategories(portal: Http, { db }: ReaderDeps): void {
  portal.get(
    '/manager/article_categories',
    {
      config: forManagers(),
      schema: {
        operationId: 'listManagerArticleCategories',
        summary: 'The categories of articles, with how many a manager may write, or read',
        querystring: CategoriesQuery,
        response: { 200: Type.Array(ReadCategory) },
      },
    },
    async (request) => {
      const { view, language_code } = request.query
      const scope = await scopeOf(db, request, view)
      const language = language_code ?? personOf(request).language
      const all = await listReadableCategories(db, callerOf(request).client, scope, language)
      return view === 'read' ? all.filter((one) => one.articles_count > 0) : all
    },
  )
}

/** What a manager may read, or what they may write. */
async function scopeOf(db: Db, request: FastifyRequest, view: 'read' | 'write' = 'write') {
  const { client } = callerOf(request)
  const person = personOf(request)
  if (view === 'read') return readableBy(db, client, person)
  return { audiences: await audiencesInPerimeter(db, client, await writePerimeterOf(db, client, person)) }
}
