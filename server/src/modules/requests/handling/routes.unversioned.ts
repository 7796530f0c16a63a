import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { listRequests } from '#modules/requests/listing/list-requests.ts'
import { presentRequest } from '#modules/requests/present.ts'
import { findRequest, lockRequest } from '#modules/requests/queries.ts'
import {
  ChangedRequest,
  ListRequestsQuery,
  pageOf,
  ReadRequestQuery,
  Request,
  RequestParams,
} from '#modules/requests/schemas.ts'
import { createRequest, type RequestDeps } from '#modules/requests/submission/create-request.ts'
import { NewRequest } from '#modules/requests/submission/parse-parameters.ts'
import { receiveRequest } from '#modules/requests/submission/receive-request.ts'
import { CALLBACK_NOT_ALLOWED, mayBeCalled } from '#modules/webhooks/index.ts'
import type { Db } from '#platform/db/db.ts'
import { takeMultipartForms, unchecked } from '#platform/http/bodies/file-body.ts'
import { MAX_PARTS } from '#platform/http/bodies/multipart.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent } from '#platform/http/validation/schemas.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { notFound } from '#platform/problem.ts'
import { withSanitizedBodies } from '#platform/text/sanitize-html.ts'
import { changeRequest } from './change-request.ts'
import { deleteRequest } from './delete-request.ts'

export type RequestRouteDeps = RequestDeps & { db: Db; maxFileBytes: number; outbound: Outbound; audit: AuditTrail }

/** How a new request is described. */
export const NewRequestForm = NamedObject('NewRequestForm', NewRequest.properties, {
  maxProperties: MAX_PARTS,
  additionalProperties: Type.Unsafe<unknown>({
    description: 'A part for each field of the form, called by its code; a file for a file field.',
  }),
})

export function requestRoutes(deps: RequestRouteDeps): Routes {
  return (api) => {
    mountCreation(api, deps)
    mountReading(api, deps)
    mountChanges(api, deps)
  }
}

function mountCreation(api: Http, deps: RequestRouteDeps): void {
  takeMultipartForms(api, deps, (scope) => {
    scope.post(
      '/requests',
      {
        ...unchecked,
        config: { allow: ['api_key'] },
        schema: {
          operationId: 'createRequest',
          summary: 'Create a request from a form',
          consumes: ['multipart/form-data'],
          body: NewRequestForm,
          response: { 200: Request },
        },
      },
      async (request) => {
        const submitted = await receiveRequest(request, deps)
        // Asks name servers, so that no transaction waits for it.
        const isAllowed = await mayBeCalled(deps.outbound, submitted.fields.callback_url?.[0])
        const errors = isAllowed ? [] : [CALLBACK_NOT_ALLOWED]
        return request.work((work) => createRequest(work, deps, { ...submitted, errors }))
      },
    )
  })
}

function mountReading(api: Http, { db, publicUrl }: RequestRouteDeps): void {
  api.get(
    '/requests',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'listRequests',
        summary: 'List and search requests',
        querystring: ListRequestsQuery,
        response: { 200: Type.Array(Request) },
      },
    },
    async (request, reply) => {
      const { rows, total } = await listRequests(db, callerOf(request).client, request.query)
      writePage(request, reply, { publicUrl, page: { ...pageOf(request.query), total }, rels: ['previous', 'next'] })
      const requests = rows.map((row) => presentRequest(row, publicUrl))
      return request.query.sanitize ? withSanitizedBodies(requests) : requests
    },
  )

  api.get(
    '/requests/:id',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'getRequest',
        summary: 'Read a request',
        params: RequestParams,
        querystring: ReadRequestQuery,
        response: { 200: Request },
      },
    },
    async (request) => {
      const row = await findRequest(db, callerOf(request).client, request.params.id)
      if (!row) throw notFound('request', request.params.id)
      const found = presentRequest(row, publicUrl)
      const [sanitized] = request.query.sanitize ? await withSanitizedBodies([found]) : []
      return sanitized ?? found
    },
  )
}

function mountChanges(api: Http, deps: RequestRouteDeps): void {
  const { publicUrl } = deps
  api.patch(
    '/requests/:id',
    {
      config: { allow: ['api_key'], isConditional: true },
      schema: {
        operationId: 'changeRequest',
        summary: 'Update a request or its status',
        params: RequestParams,
        body: ChangedRequest,
        response: { 200: Request },
      },
    },
    (request) => {
      const { id } = request.params
      return changeIf(request, targetOf(id, publicUrl), (work) =>
        changeRequest(work, deps, { id, input: request.body }),
      )
    },
  )

  api.delete(
    '/requests/:id',
    {
      config: { allow: ['api_key'], isConditional: true, refuses: ['conflict'] },
      schema: {
        operationId: 'deleteRequest',
        summary: 'Delete a request with its comments, files and history',
        params: RequestParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await changeIf(request, targetOf(id, publicUrl), (work) => deleteRequest(work, deps, id))
      return reply.code(204).send(null)
    },
  )
}

function targetOf(id: string, publicUrl: string): Target {
  return {
    schema: Request,
    async lockCurrent({ tx, client }) {
      const row = await lockRequest(tx, client, id)
      return row && presentRequest(row, publicUrl)
    },
  }
}
