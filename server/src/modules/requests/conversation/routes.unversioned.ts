import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { Client } from '#kernel/work.ts'
import type { RequestRouteDeps } from '#modules/requests/handling/routes.unversioned.ts'
import { hasRequest } from '#modules/requests/queries.ts'
import {
  Comment,
  CommentsQuery,
  HistoryEntry,
  NewComment,
  PageQuery,
  pageOf,
  RequestParams,
} from '#modules/requests/schemas.ts'
import { MAX_FILES, receiveComment } from '#modules/requests/submission/receive-request.ts'
import type { Db } from '#platform/db/db.ts'
import { takeMultipartForms, unchecked } from '#platform/http/bodies/file-body.ts'
import { writePage } from '#platform/http/lists/numbered-page.ts'
import { sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { withSanitizedBodies } from '#platform/text/sanitize-html.ts'
import { addComment, listComments } from './comments.ts'
import { Bytes, CommentFile, FieldFile, FileAnswers, getCommentFile, getFieldFile } from './file-responses.ts'
import { listHistory } from './history.ts'

/** How a comment with files is described. */
export const CommentForm = NamedObject('RequestCommentForm', {
  ...NewComment.properties,
  files: Type.Optional(Type.Array(Bytes, { maxItems: MAX_FILES })),
})

/** What belongs to a request: its comments, its files, its history. */
export function conversationRoutes(deps: RequestRouteDeps): Routes {
  return (api) => {
    mountNewComment(api, deps)
    mountReading(api, deps)
    mountFiles(api, deps)
  }
}

function mountNewComment(api: Http, deps: RequestRouteDeps): void {
  takeMultipartForms(api, deps, (scope) => {
    scope.post(
      '/requests/:id/comments',
      {
        ...unchecked,
        config: { allow: ['api_key'] },
        schema: {
          operationId: 'addRequestComment',
          summary: 'Comment on a request',
          description: 'JSON, or a form with files in parts `files`.',
          params: RequestParams,
          body: {
            content: { 'application/json': { schema: NewComment }, 'multipart/form-data': { schema: CommentForm } },
          },
          response: { 201: Comment },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const { input, files } = await receiveComment(request, deps)
        const comment = await request.work((work) => addComment(work, deps, { requestId: id, comment: input, files }))
        return reply.code(201).send(comment)
      },
    )
  })
}

function mountReading(api: Http, { db, publicUrl }: RequestRouteDeps): void {
  api.get(
    '/requests/:id/comments',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'listRequestComments',
        summary: 'List the comments of a request, the oldest first',
        params: RequestParams,
        querystring: CommentsQuery,
        response: { 200: Type.Array(Comment) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const page = pageOf(request.query)
      const { rows, total } = await listComments(db, client, await known(db, client, request.params.id), page)
      writePage(request, reply, { publicUrl, page: { ...page, total }, rels: ['previous', 'next'] })
      return request.query.sanitize ? withSanitizedBodies(rows) : rows
    },
  )

  api.get(
    '/requests/:id/history',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'getRequestHistory',
        summary: 'List the history of a request, oldest first',
        params: RequestParams,
        querystring: PageQuery,
        response: { 200: Type.Array(HistoryEntry) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const page = pageOf(request.query)
      const { rows, total } = await listHistory(db, client, await known(db, client, request.params.id), page)
      writePage(request, reply, { publicUrl, page: { ...page, total }, rels: ['previous', 'next'] })
      return rows
    },
  )
}

function mountFiles(api: Http, deps: RequestRouteDeps): void {
  const { blobs } = deps
  api.get(
    '/requests/:id/files/:code',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'getRequestFile',
        summary: 'Download the answer to a file field',
        params: FieldFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      return sendBlob(request, reply, blobs, await getFieldFile(deps, request, request.params))
    },
  )

  api.get(
    '/requests/:id/comments/:comment_id/files/:number',
    {
      config: { allow: ['api_key'] },
      schema: {
        operationId: 'getRequestCommentFile',
        summary: 'Download a file of a comment',
        params: CommentFile,
        response: FileAnswers,
      },
    },
    async (request, reply) => {
      return sendBlob(request, reply, blobs, await getCommentFile(deps, request, request.params))
    },
  )
}

async function known(db: Db, client: Client, id: string): Promise<string> {
  if (!(await hasRequest(db, client, id))) throw notFound('request', id)
  return id
}
