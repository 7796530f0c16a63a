import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import {
  countManagerRequests,
  ListManagerRequestsQuery,
  listManagerRequests,
  RequestCounts,
} from '#modules/requests/listing/list-manager-requests.ts'
import { ManagerRequest, ManagerRequestItem } from '#modules/requests/portal-schemas.ts'
import { requestPerimeter } from '#modules/requests/request-perimeter.ts'
import { RequestParams } from '#modules/requests/schemas.ts'
import { receiveRequest } from '#modules/requests/submission/receive-request.ts'
import type { Clock } from '#platform/clock.ts'
import { takeMultipartForms, unchecked } from '#platform/http/bodies/file-body.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import {
  changeManagerRequest,
  createManagerRequest,
  getManagerRequest,
  ManagerRequestChange,
} from './manager-request.ts'
import { NewRequestForm, type RequestRouteDeps } from './routes.unversioned.ts'

export type ManagerRequestDeps = RequestRouteDeps & { cursors: Cursors; clock: Clock }

const Made = NamedObject('CreatedRequest', { id: Type.String() })

/** The requests that managers take care of. */
export function managerRequestRoutes(deps: ManagerRequestDeps): Routes {
  return (portal) => {
    mountLists(portal, deps)
    mountOne(portal, deps)
    mountCreation(portal, deps)
  }
}

function mountLists(portal: Http, { db, cursors, clock }: ManagerRequestDeps): void {
  portal.get(
    '/manager/requests',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'listManagedRequests',
        summary: 'List and search the requests that I see',
        description: '`X-Total-Count` says how many there are, exactly up to 10,000.',
        querystring: ListManagerRequestsQuery,
        response: { 200: Type.Array(ManagerRequestItem) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { cursor: _, per_page: __, ...shape } = request.query
      const scope = listScope(client, 'managed requests', Object.entries(shape).sort().flat().map(String))
      const perimeter = await requestPerimeter(db, client, personOf(request), 'requests:read')
      const language = personOf(request).language ?? undefined
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listManagerRequests(db, client, { perimeter, now: clock.now(), language, query: request.query }, page),
      )
    },
  )

  portal.get(
    '/manager/requests/counts',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'countManagedRequests',
        summary: 'How many requests there are to take care of',
        response: { 200: RequestCounts },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const perimeter = await requestPerimeter(db, client, personOf(request), 'requests:read')
      return countManagerRequests(db, client, { perimeter, now: clock.now() })
    },
  )
}

function mountOne(portal: Http, deps: ManagerRequestDeps): void {
  const { db, clock, publicUrl } = deps
  portal.get(
    '/manager/requests/:id',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'getManagedRequest',
        summary: 'Read a request, with what was said and done',
        params: RequestParams,
        response: { 200: ManagerRequest },
      },
    },
    (request) =>
      getManagerRequest(db, callerOf(request).client, request.params.id, {
        person: personOf(request),
        language: personOf(request).language ?? undefined,
        now: clock.now(),
        publicUrl,
      }),
  )

  portal.patch(
    '/manager/requests/:id',
    {
      config: forManagers('requests:write'),
      schema: {
        operationId: 'changeManagedRequest',
        summary: 'Update a request or its status',
        params: RequestParams,
        body: ManagerRequestChange,
        response: { 200: Made },
      },
    },
    async (request) => {
      const person = personOf(request)
      const { id } = request.params
      await request.work((work) => changeManagerRequest(work, deps, { person, id, change: request.body }))
      return { id }
    },
  )
}

function mountCreation(portal: Http, deps: ManagerRequestDeps): void {
  takeMultipartForms(portal, deps, (scope) => {
    scope.post(
      '/manager/requests',
      {
        ...unchecked,
        config: forManagers('requests:write'),
        schema: {
          operationId: 'createManagedRequest',
          summary: 'Make a request for an employee',
          consumes: ['multipart/form-data'],
          body: NewRequestForm,
          response: { 201: Made },
        },
      },
      async (request, reply) => {
        const person = personOf(request)
        const submitted = await receiveRequest(request, deps)
        const { id } = await request.work((work) => createManagerRequest(work, deps, person, submitted))
        return reply.code(201).send({ id })
      },
    )
  })
}
