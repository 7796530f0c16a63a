import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { FormToFill, formToFill, listOfferedForms, OfferedForm } from './offered-forms.ts'
import { ListOfferedValuesQuery, listOfferedValues, OfferedValue } from './offered-values.ts'
import { addFormHit, findForm } from './queries.ts'

const Slug = Type.Object({ slug: Text({ maxLength: 200 }) })
const DatasetParams = Type.Object({ dataset: Text({ maxLength: 255 }) })

type Deps = { db: Db; cursors: Cursors }
type ValuesCall = FastifyRequest & {
  params: Static<typeof DatasetParams>
  query: Static<typeof ListOfferedValuesQuery>
}

/** The forms that people of the portal fill in. */
export function portalFormRoutes(deps: Deps): Routes {
  return (portal) => {
    mountEmployeeForms(portal, deps)
    mountEmployeeValues(portal, deps)
    mountManagerForms(portal, deps)
    mountManagerValues(portal, deps)
  }
}

function mountEmployeeForms(portal: Http, { db }: Deps): void {
  portal.get(
    '/me/forms',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyForms',
        summary: 'List the forms that employees make requests from',
        response: { 200: Type.Array(OfferedForm) },
      },
    },
    (request) =>
      listOfferedForms(db, callerOf(request).client, {
        isForManagers: false,
        language: personOf(request).language ?? undefined,
      }),
  )

  portal.get(
    '/me/forms/:slug',
    {
      config: { ...forEmployees, readsFromPrimary: true },
      schema: {
        operationId: 'getMyForm',
        summary: 'Read a form to fill it in; counted as opened',
        params: Slug,
        response: { 200: FormToFill },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { slug } = request.params
      const form = await findForm(db, client, slug)
      if (!form?.content.visible_by_employee) throw notFound('form', slug)
      await request.work(({ tx }) => addFormHit(tx, client, slug))
      return formToFill(db, client, form, personOf(request).language ?? undefined)
    },
  )
}

function mountEmployeeValues(portal: Http, deps: Deps): void {
  portal.get(
    '/me/datasets/:dataset/values',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyFormValues',
        summary: 'List or search the values of a data set that a form asks for',
        params: DatasetParams,
        querystring: ListOfferedValuesQuery,
        response: { 200: Type.Array(OfferedValue) },
      },
    },
    (request, reply) => sendValues(deps, request, reply, false),
  )
}

function mountManagerForms(portal: Http, { db }: Deps): void {
  portal.get(
    '/manager/forms',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'listManagerForms',
        summary: 'List the forms that requests are made from',
        response: { 200: Type.Array(OfferedForm) },
      },
    },
    (request) =>
      listOfferedForms(db, callerOf(request).client, {
        isForManagers: true,
        language: personOf(request).language ?? undefined,
      }),
  )

  portal.get(
    '/manager/forms/:slug',
    {
      config: forManagers('requests:write'),
      schema: {
        operationId: 'getManagerForm',
        summary: 'Read a form to fill it in for an employee',
        params: Slug,
        response: { 200: FormToFill },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const form = await findForm(db, client, request.params.slug)
      if (!form) throw notFound('form', request.params.slug)
      return formToFill(db, client, form, personOf(request).language ?? undefined)
    },
  )
}

function mountManagerValues(portal: Http, deps: Deps): void {
  portal.get(
    '/manager/datasets/:dataset/values',
    {
      config: forManagers('requests:write'),
      schema: {
        operationId: 'listManagerFormValues',
        summary: 'List or search the values of a data set that a form asks for',
        params: DatasetParams,
        querystring: ListOfferedValuesQuery,
        response: { 200: Type.Array(OfferedValue) },
      },
    },
    (request, reply) => sendValues(deps, request, reply, true),
  )
}

async function sendValues({ db, cursors }: Deps, request: ValuesCall, reply: FastifyReply, isForManagers: boolean) {
  const { client } = callerOf(request)
  const { dataset } = request.params
  const { dimension, parent, q } = request.query
  const scope = listScope(client, `offered values ${dataset}`, [dimension, parent, q])
  const language = personOf(request).language ?? undefined
  return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
    listOfferedValues(db, client, { dataset, query: request.query, isForManagers, language }, page),
  )
}
