import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { PageQuery, pageOf } from '#modules/requests/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import type { Routes } from '#platform/http/routes.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import {
  Choice,
  FormDetails,
  formDetails,
  LanguageQuery,
  ListChoicesQuery,
  listChoices,
  summarizeInLanguage,
} from './form-details.ts'
import { FormSummary } from './form-summary.ts'
import { findForm, listFormsByCode } from './queries.ts'

const Slug = Type.Object({ slug: Text({ maxLength: 200 }) })
const FieldOfForm = Type.Object({ ...Slug.properties, code: Text({ maxLength: 200 }) })
const ListFormsQuery = Type.Object({ ...PageQuery.properties, ...LanguageQuery.properties })

type Deps = { db: Db; cursors: Cursors; publicUrl: string }

export function unversionedFormRoutes({ db, cursors, publicUrl }: Deps): Routes {
  return (api) => {
    api.get(
      '/forms',
      {
        config: { allow: ['api_key'] },
        schema: {
          operationId: 'listFormSummaries',
          summary: 'List the forms that requests are made from',
          querystring: ListFormsQuery,
          response: { 200: Type.Array(FormSummary) },
        },
      },
      async (request, reply) => {
        const page = pageOf(request.query)
        const { rows, total } = await listFormsByCode(db, callerOf(request).client, page)
        writePage(request, reply, { publicUrl, page: { ...page, total }, rels: ['previous', 'next'] })
        return rows.map((form) => summarizeInLanguage(form, request.query.language_code, publicUrl))
      },
    )

    api.get(
      '/forms/:slug',
      {
        config: { allow: ['api_key'] },
        schema: {
          operationId: 'getFormDetails',
          summary: 'Read a form with the allowed values of its fields',
          params: Slug,
          querystring: LanguageQuery,
          response: { 200: FormDetails },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const form = await findForm(db, client, request.params.slug)
        if (!form) throw notFound('form', request.params.slug)
        return formDetails(db, client, form, { language: request.query.language_code, publicUrl })
      },
    )

    api.get(
      '/forms/:slug/fields/:code/choices',
      {
        config: { allow: ['api_key'] },
        schema: {
          operationId: 'listFormChoices',
          summary: 'List or search the allowed values of a data set field',
          params: FieldOfForm,
          querystring: ListChoicesQuery,
          response: { 200: Type.Array(Choice) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const { query, parent } = request.query
        const { slug, code } = request.params
        const scope = listScope(client, `choices ${slug} ${code}`, [query, parent])
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          listChoices(db, client, { slug, code, query: request.query }, page),
        )
      },
    )
  }
}
