import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { readerLanguage } from '#kernel/access/reader-language.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { ReaderDeps } from '#modules/articles/reading/routes.employee.ts'
import {
  AudienceChoices,
  AudienceCount,
  AudienceInput,
  Expected,
  SlugParams,
} from '#modules/articles/reading/schemas.ts'
import { findCustomFields, listRoleNames, presentFilterField } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { presentArticle } from './present.ts'
import { Article, ArticleInput } from './schemas.ts'
import {
  countAudienceInPerimeter,
  countReaders,
  deleteArticleInPerimeter,
  getWritable,
  patchArticleInPerimeter,
  putArticleInPerimeter,
  type WritePerimeter,
  writePerimeterOf,
} from './write-in-perimeter.ts'

const access = forManagers('articles:write')

/** Writing articles, for managers: within their perimeter, or for the whole client. */
export function articleWritingManagerRoutes(deps: ReaderDeps): Routes {
  return (portal) => {
    mountArticle(portal, deps)
    mountChanges(portal, deps)
    mountAudience(portal, deps)
  }
}

function mountArticle(portal: Http, { db }: ReaderDeps): void {
  portal.get(
    '/manager/articles/:slug',
    {
      config: access,
      schema: {
        operationId: 'getManagerArticle',
        summary: 'Get an article as it is written, in all its languages',
        params: SlugParams,
        response: { 200: Article },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      return presentArticle(await getWritable(db, client, await perimeterOf(db, request), request.params.slug))
    },
  )

  portal.put(
    '/manager/articles/:slug',
    {
      config: access,
      schema: {
        operationId: 'putManagerArticle',
        summary: 'Create or replace an article',
        params: SlugParams,
        querystring: Expected,
        body: ArticleInput,
        response: { 200: Article, 201: Article },
      },
    },
    async (request, reply) => {
      const perimeter = await perimeterOf(db, request)
      const { params, body, query } = request
      const { item, outcome } = await request.work((work) =>
        putArticleInPerimeter(work, perimeter, { slug: params.slug, input: body, expected: query }),
      )
      return reply.code(outcome === 'created' ? 201 : 200).send(item)
    },
  )
}

function mountChanges(portal: Http, { db }: ReaderDeps): void {
  portal.patch(
    '/manager/articles/:slug',
    {
      config: access,
      schema: {
        operationId: 'patchManagerArticle',
        summary: 'Update an article partially. Publishing is a change of its state',
        params: SlugParams,
        body: Type.Partial(ArticleInput, { title: 'ArticlePatch' }),
        response: { 200: Article },
      },
    },
    async (request) => {
      const perimeter = await perimeterOf(db, request)
      return request.work((work) => patchArticleInPerimeter(work, perimeter, request.params.slug, request.body))
    },
  )

  portal.delete(
    '/manager/articles/:slug',
    {
      config: access,
      schema: {
        operationId: 'deleteManagerArticle',
        summary: 'Delete an article',
        params: SlugParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const perimeter = await perimeterOf(db, request)
      await request.work((work) => deleteArticleInPerimeter(work, perimeter, request.params.slug))
      return reply.code(204).send(null)
    },
  )
}

function mountAudience(portal: Http, { db }: ReaderDeps): void {
  portal.get(
    '/manager/articles/:slug/audience',
    {
      config: access,
      schema: {
        operationId: 'countArticleAudience',
        summary: 'How many people an article is for',
        params: SlugParams,
        response: { 200: AudienceCount },
      },
    },
    async (request) => countReaders(db, callerOf(request).client, await perimeterOf(db, request), request.params.slug),
  )

  portal.post(
    '/manager/article_audience',
    {
      config: access,
      schema: {
        operationId: 'previewArticleAudience',
        summary: 'How many people an article would be for',
        body: AudienceInput,
        response: { 200: AudienceCount },
      },
    },
    async (request) =>
      countAudienceInPerimeter(db, callerOf(request).client, await perimeterOf(db, request), request.body),
  )

  portal.get(
    '/manager/article_audience',
    {
      config: access,
      schema: {
        operationId: 'getArticleAudienceChoices',
        summary: 'The roles and custom fields by which an article can be for some people only',
        response: { 200: AudienceChoices },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const fields = [...(await findCustomFields(db, client)).values()]
      const language = readerLanguage(request)
      const custom_fields = fields.map((field) => presentFilterField(field, language))
      return { roles: await listRoleNames(db, client, language), custom_fields }
    },
  )
}

function perimeterOf(db: Db, request: FastifyRequest): Promise<WritePerimeter> {
  return writePerimeterOf(db, callerOf(request).client, personOf(request))
}
