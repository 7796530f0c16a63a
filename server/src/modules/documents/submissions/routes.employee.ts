import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import { receiveDocumentForm } from '#modules/documents/filing/receive-document-form.ts'
import { getFolderDocument } from '#modules/documents/folder/folder-documents.ts'
import type { EmployeeFolderDeps } from '#modules/documents/folder/routes.employee.ts'
import { FolderDocument } from '#modules/documents/folder/schemas.ts'
import { DocumentParams } from '#modules/documents/schemas.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { replaceSubmission, restoreSubmission, withdrawSubmission } from './withdraw-submission.ts'

const Nothing = Type.Object({})

/** What employees do with a document that they have just sent. */
export function submissionRoutes(deps: EmployeeFolderDeps): Routes {
  return (portal) => {
    mountWithdrawal(portal)
    takeFiles(portal, deps, (scope) => mountReplacement(scope, deps))
  }
}

function mountWithdrawal(portal: Http): void {
  portal.post(
    '/me/documents/:id/withdraw',
    {
      config: { ...forEmployees, refuses: ['conflict'] },
      schema: {
        operationId: 'withdrawMyDocument',
        summary: 'Take back a document that I have just sent',
        params: DocumentParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => withdrawSubmission(work, personOf(request), request.params.id))
      return reply.code(204).send(null)
    },
  )

  portal.post(
    '/me/documents/:id/restore',
    {
      config: { ...forEmployees, refuses: ['conflict'] },
      schema: {
        operationId: 'restoreMyDocument',
        summary: 'Bring back a document that I have just withdrawn',
        params: DocumentParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => restoreSubmission(work, personOf(request), request.params.id))
      return reply.code(204).send(null)
    },
  )
}

function mountReplacement(scope: Http, deps: EmployeeFolderDeps): void {
  scope.post(
    '/me/documents/:id/replace',
    {
      ...unchecked,
      config: { ...forEmployees, refuses: ['conflict'] },
      schema: {
        operationId: 'replaceMyDocument',
        summary: 'Send another file in place of one that I have just sent',
        description:
          'The part `data` is an empty JSON object. The answer is the new document; the old one is withdrawn.',
        consumes: ['multipart/form-data'],
        params: DocumentParams,
        body: Type.Object({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }), data: Nothing }),
        response: { 201: FolderDocument },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const { id } = request.params
      // An unknown document is refused before the file is read.
      await getFolderDocument(deps.db, client, person, id)
      const { file } = await receiveDocumentForm<object>(request, deps, Nothing)
      const document = await request.work((work) => replaceSubmission(work, person, { id, file }, deps.blobs))
      return reply.code(201).send(document)
    },
  )
}
