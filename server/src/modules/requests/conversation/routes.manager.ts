import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { listColleagues, Person, perimeterOf } from '#modules/directory/index.ts'
import { withWritableRequest } from '#modules/requests/handling/manager-request.ts'
import type { RequestRouteDeps } from '#modules/requests/handling/routes.unversioned.ts'
import { expectInPerimeter, requestPerimeter } from '#modules/requests/request-perimeter.ts'
import { NewComment, RequestParams } from '#modules/requests/schemas.ts'
import { receiveComment } from '#modules/requests/submission/receive-request.ts'
import { takeMultipartForms, unchecked } from '#platform/http/bodies/file-body.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { addComment } from './comments.ts'
import { CommentFile, FieldFile, FileAnswers, getCommentFile, getFieldFile } from './file-responses.ts'
import { CommentForm } from './routes.unversioned.ts'

const CreatedComment = NamedObject('CreatedComment', { id: Type.String() })

const ListColleaguesQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches names, ids and e-mail addresses.' })),
  permission: Type.Optional(
    OneOf(['requests:read', 'notes:read', 'documents:read', 'articles:read'], {
      description: 'The permission that they must share with me. Defaults to `requests:read`.',
    }),
  ),
  per_page: PerPage(100),
})

/** Comments of managers on requests, with their files, and the managers to whom a request can be assigned. */
export function managerConversationRoutes(deps: RequestRouteDeps): Routes {
  return (portal) => {
    mountComments(portal, deps)
    mountFiles(portal, deps)
    mountColleagues(portal, deps)
  }
}

function mountComments(portal: Http, deps: RequestRouteDeps): void {
  const { db } = deps
  takeMultipartForms(portal, deps, (scope) => {
    scope.post(
      '/manager/requests/:id/comments',
      {
        ...unchecked,
        config: forManagers('requests:write'),
        schema: {
          operationId: 'commentOnManagedRequest',
          summary: 'Write to the employee, or to other managers only',
          description: 'JSON, or a form with files in parts `files`.',
          params: RequestParams,
          body: {
            content: { 'application/json': { schema: NewComment }, 'multipart/form-data': { schema: CommentForm } },
          },
          response: { 201: CreatedComment },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const person = personOf(request)
        const { client } = callerOf(request)
        await expectInPerimeter(db, client, await requestPerimeter(db, client, person, 'requests:write'), id)
        const { input, files } = await receiveComment(request, deps)
        const comment = { ...input, author_technical_id: person.technical_id }
        const said = await request.work((work) =>
          withWritableRequest(work, person, id, () =>
            addComment(work, deps, { requestId: id, comment, files, scope: 'manager' }),
          ),
        )
        return reply.code(201).send({ id: said.id })
      },
    )
  })
}

function mountFiles(portal: Http, deps: RequestRouteDeps): void {
  const { db, blobs } = deps
  portal.get(
    '/manager/requests/:id/files/:code',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'getManagedRequestFile',
        summary: 'Download the answer to a file field',
        params: FieldFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id } = request.params
      await expectInPerimeter(db, client, await requestPerimeter(db, client, personOf(request), 'requests:read'), id)
      return sendBlob(request, reply, blobs, await getFieldFile(deps, request, request.params))
    },
  )

  portal.get(
    '/manager/requests/:id/comments/:comment_id/files/:number',
    {
      config: forManagers('requests:read'),
      schema: {
        operationId: 'getManagedRequestCommentFile',
        summary: 'Download a file of a comment',
        params: CommentFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id } = request.params
      await expectInPerimeter(db, client, await requestPerimeter(db, client, personOf(request), 'requests:read'), id)
      return sendBlob(request, reply, blobs, await getCommentFile(deps, request, request.params))
    },
  )
}

function mountColleagues(portal: Http, { db }: RequestRouteDeps): void {
  portal.get(
    '/manager/managers',
    {
      config: forManagers(),
      schema: {
        operationId: 'listColleagues',
        summary: 'List managers who may do something where I may do it too',
        querystring: ListColleaguesQuery,
        response: { 200: Type.Array(Person) },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { technical_id, admin_permissions } = personOf(request)
      const { permission = 'requests:read', q, per_page: limit = 20 } = request.query
      const perimeter = covers(admin_permissions, permission)
        ? undefined
        : await perimeterOf(db, client, { technicalId: technical_id, permission })
      return listColleagues(db, client, perimeter, { permission, q, limit })
    },
  )
}
