import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import { addComment } from '#modules/requests/conversation/comments.ts'
import {
  CommentFile,
  FieldFile,
  FileAnswers,
  getCommentFile,
  getFieldFile,
} from '#modules/requests/conversation/file-responses.ts'
import { CommentForm } from '#modules/requests/conversation/routes.unversioned.ts'
import {
  getEmployeeRequest,
  ListEmployeeRequestsQuery,
  listEmployeeRequests,
} from '#modules/requests/listing/list-employee-requests.ts'
import { EmployeeRequest, EmployeeRequestItem } from '#modules/requests/portal-schemas.ts'
import { NewComment, RequestParams } from '#modules/requests/schemas.ts'
import { createEmployeeRequest, reopenEmployeeRequest } from '#modules/requests/submission/create-employee-request.ts'
import { receiveComment, receiveRequest } from '#modules/requests/submission/receive-request.ts'
import { takeMultipartForms, unchecked } from '#platform/http/bodies/file-body.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, Text } from '#platform/http/validation/schemas.ts'
import { NewRequestForm, type RequestRouteDeps } from './routes.unversioned.ts'
import { showRequest } from './show-request.ts'

const Made = NamedObject('CreatedRequest', { id: Type.String() })
const Done = NamedObject('ChangedOwnRequest', { id: Type.String() })
const Reopening = NamedObject('RequestReopening', {
  reason: Text({ minLength: 1, maxLength: 100_000, description: 'HTML. Becomes a comment.' }),
})

/** What employees ask, and what becomes of it. */
export function employeeRequestRoutes(deps: RequestRouteDeps & { cursors: Cursors }): Routes {
  return (portal) => {
    mountReading(portal, deps)

    takeMultipartForms(portal, deps, (scope) => {
      mountCreation(scope, deps)
      mountComments(scope, deps)
    })

    mountReopening(portal, deps)
    mountFiles(portal, deps)
  }
}

function mountReading(portal: Http, { db, cursors }: RequestRouteDeps & { cursors: Cursors }): void {
  portal.get(
    '/me/requests',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyRequests',
        summary: 'List my requests, the last that anything happened to first',
        querystring: ListEmployeeRequestsQuery,
        response: { 200: Type.Array(EmployeeRequestItem) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { state, q } = request.query
      const mine = { technicalId: personOf(request).technical_id, language: personOf(request).language ?? undefined }
      const scope = listScope(client, `requests of ${mine.technicalId}`, [state, q])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listEmployeeRequests(db, client, { reader: mine, query: request.query }, page),
      )
    },
  )

  portal.get(
    '/me/requests/:id',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyRequest',
        summary: 'Read a request of mine, with what was said and done',
        params: RequestParams,
        response: { 200: EmployeeRequest },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const row = await getEmployeeRequest(db, client, personOf(request).technical_id, request.params.id)
      const shown = await showRequest(db, client, row, {
        isForManagers: false,
        language: personOf(request).language ?? undefined,
      })
      return { ...shown, may_reopen: row.status === 'closed' }
    },
  )
}

function mountCreation(scope: Http, deps: RequestRouteDeps & { cursors: Cursors }): void {
  scope.post(
    '/me/requests',
    {
      ...unchecked,
      config: forEmployees,
      schema: {
        operationId: 'createMyRequest',
        summary: 'Create a request from a form',
        description: 'Of the parameters, `form_code`, `subject` and `body` count.',
        consumes: ['multipart/form-data'],
        body: NewRequestForm,
        response: { 201: Made },
      },
    },
    async (request, reply) => {
      const submitted = await receiveRequest(request, deps)
      const { technical_id } = personOf(request)
      const { id } = await request.work((work) => createEmployeeRequest(work, deps, technical_id, submitted))
      return reply.code(201).send({ id })
    },
  )
}

function mountComments(scope: Http, deps: RequestRouteDeps & { cursors: Cursors }): void {
  const { db } = deps
  scope.post(
    '/me/requests/:id/comments',
    {
      ...unchecked,
      config: forEmployees,
      schema: {
        operationId: 'commentOnMyRequest',
        summary: 'Write to the managers who handle my request',
        description: 'JSON, or a form with files in parts `files`.',
        params: RequestParams,
        body: {
          content: { 'application/json': { schema: NewComment }, 'multipart/form-data': { schema: CommentForm } },
        },
        response: { 201: Done },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { client } = callerOf(request)
      const author_technical_id = personOf(request).technical_id
      await getEmployeeRequest(db, client, author_technical_id, id)
      const { input, files } = await receiveComment(request, deps)
      const comment = { body: input.body, internal: false, author_technical_id }
      const said = await request.work(async (work) => {
        await getEmployeeRequest(work.tx, client, author_technical_id, id)
        return addComment(work, deps, { requestId: id, comment, files, scope: 'employee' })
      })
      return reply.code(201).send({ id: said.id })
    },
  )
}

function mountReopening(portal: Http, deps: RequestRouteDeps & { cursors: Cursors }): void {
  portal.post(
    '/me/requests/:id/reopen',
    {
      config: forEmployees,
      schema: {
        operationId: 'reopenMyRequest',
        summary: 'Open a closed request of mine again',
        params: RequestParams,
        body: Reopening,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { id } = request.params
      const { technical_id: technicalId } = personOf(request)
      await request.work((work) => reopenEmployeeRequest(work, deps, { technicalId, id, reason: request.body.reason }))
      return { id }
    },
  )
}

function mountFiles(portal: Http, deps: RequestRouteDeps & { cursors: Cursors }): void {
  const { db, blobs } = deps
  portal.get(
    '/me/requests/:id/files/:code',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyRequestFile',
        summary: 'Download what I sent for a file field',
        params: FieldFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      await getEmployeeRequest(db, client, personOf(request).technical_id, request.params.id)
      return sendBlob(request, reply, blobs, await getFieldFile(deps, request, request.params))
    },
  )

  portal.get(
    '/me/requests/:id/comments/:comment_id/files/:number',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyRequestCommentFile',
        summary: 'Download a file of a comment that I see',
        params: CommentFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      await getEmployeeRequest(db, client, personOf(request).technical_id, request.params.id)
      const file = await getCommentFile(deps, request, request.params, { withInternal: false })
      return sendBlob(request, reply, blobs, file)
    },
  )
}
