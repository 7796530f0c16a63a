import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { documentDownload, documentView, recordOpened } from '#modules/documents/audit-entries.ts'
import { sendShownFile } from '#modules/documents/download/send-shown-file.ts'
import { receiveDocumentForm } from '#modules/documents/filing/receive-document-form.ts'
import type { FileDeps } from '#modules/documents/filing/receive-file.ts'
import {
  PreviewContent,
  type PreviewDeps,
  PreviewQuery,
  sendPreview,
} from '#modules/documents/previews/send-preview.ts'
import { sendText, TextContent, TextQuery } from '#modules/documents/previews/send-text.ts'
import { DocumentParams } from '#modules/documents/schemas.ts'
import { submitDocument } from '#modules/documents/submissions/submit-document.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { getFolderDocument, listFolderDocuments, listFolderTypes, openFolderDocument } from './folder-documents.ts'
import {
  FileQuery,
  FolderDocument,
  FolderDocumentType,
  ListFolderDocumentsQuery,
  OpenedFolderDocument,
  PageParams,
  SubmissionData,
} from './schemas.ts'

export type EmployeeFolderDeps = FileDeps &
  PreviewDeps & { db: Db; cursors: Cursors; clock: Clock; maxFileBytes: number; audit: AuditTrail }

/** The folder of the employee who is logged in. */
export function employeeFolderRoutes(deps: EmployeeFolderDeps): Routes {
  return (portal) => {
    mountReading(portal, deps)
    mountFiles(portal, deps)
    mountText(portal, deps)
    takeFiles(portal, deps, (scope) => mountUpload(scope, deps))
  }
}

function mountReading(portal: Http, { db, cursors, clock, audit }: EmployeeFolderDeps): void {
  portal.get(
    '/me/document_types',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyDocumentTypes',
        summary: 'Types of documents that I see or may send',
        response: { 200: Type.Array(FolderDocumentType) },
      },
    },
    async (request) => listFolderTypes(db, callerOf(request).client, personOf(request)),
  )

  portal.get(
    '/me/documents',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyDocuments',
        summary: 'Documents of my folder, newest first',
        querystring: ListFolderDocumentsQuery,
        response: { 200: Type.Array(FolderDocument) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const scope = listScope(client, '/me/documents', [
        person.technical_id,
        ...shapeOf(ListFolderDocumentsQuery, request.query),
      ])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listFolderDocuments(db, client, { owner: person, query: request.query }, page),
      )
    },
  )

  portal.get(
    '/me/documents/:id',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyDocument',
        summary: 'A document of my folder',
        params: DocumentParams,
        response: { 200: OpenedFolderDocument },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const opened = { owner: person, id: request.params.id, now: clock.now() }
      const document = await openFolderDocument(db, client, opened)
      const { id } = document
      await recordOpened(request, audit, { kind: 'employee', id, employee_technical_id: person.technical_id })
      return document
    },
  )
}

function mountFiles(portal: Http, deps: EmployeeFolderDeps): void {
  const { db, blobs, audit } = deps
  portal.get(
    '/me/documents/:id/file',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyDocumentFile',
        summary: 'The file of a document of my folder',
        description: 'Supports byte ranges.',
        params: DocumentParams,
        querystring: FileQuery,
        response: BlobContent('*/*', 'The file.'),
      },
    },
    async (request, reply) => {
      const row = await getFolderDocument(db, callerOf(request).client, personOf(request), request.params.id)
      const isDownload = request.query.download ?? false
      const beforeBytes = documentDownload(request, audit, row)
      return sendShownFile(request, reply, { blobs, stored: row, isDownload, beforeBytes })
    },
  )

  portal.get(
    '/me/documents/:id/pages/:page',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyDocumentPage',
        summary: 'A picture of a page of a PDF of my folder',
        params: PageParams,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { id, page } = request.params
      const row = await getFolderDocument(db, callerOf(request).client, personOf(request), id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: { page }, beforeBytes })
    },
  )

  portal.get(
    '/me/documents/:id/image',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyDocumentImage',
        summary: 'A picture of a document of my folder',
        params: DocumentParams,
        querystring: PreviewQuery,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const row = await getFolderDocument(db, callerOf(request).client, personOf(request), request.params.id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: request.query.size ?? 'preview', beforeBytes })
    },
  )
}

function mountText(portal: Http, deps: EmployeeFolderDeps): void {
  portal.get(
    '/me/documents/:id/text',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyDocumentText',
        summary: 'The text of a PDF of my folder, and where it stands',
        params: DocumentParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => {
      const row = await getFolderDocument(deps.db, callerOf(request).client, personOf(request), request.params.id)
      const beforeBytes = documentView(request, deps.audit, row)
      return sendText(reply, deps, { file: row, beforeBytes }, request.query)
    },
  )
}

function mountUpload(scope: Http, deps: EmployeeFolderDeps): void {
  scope.post(
    '/me/documents',
    {
      ...unchecked,
      config: forEmployees,
      schema: {
        operationId: 'uploadMyDocument',
        summary: 'Send a document to my folder',
        description: 'The part `data` is JSON, before or after the part `file`.',
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }), data: SubmissionData }),
        response: { 201: FolderDocument },
      },
    },
    async (request, reply) => {
      const person = personOf(request)
      const { data, file } = await receiveDocumentForm<SubmissionData>(request, deps, SubmissionData)
      const document = await request.work((work) => submitDocument(work, person, { data, file }, deps.blobs))
      return reply.code(201).send(document)
    },
  )
}
