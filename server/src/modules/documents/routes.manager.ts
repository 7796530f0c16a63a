import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { readerLanguage, readerOf } from '#kernel/access/reader-language.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { getDocumentForManager, lockWritableDocument } from '#modules/documents/access/manager-access.ts'
import { documentDownload, documentView, recordOpened } from '#modules/documents/audit-entries.ts'
import { fileAnswer } from '#modules/documents/download/file-answer.ts'
import {
  type Manager,
  mayChangeLegalHold,
  patchDocumentForManager,
} from '#modules/documents/filing/file-document-for-manager.ts'
import type { FileDeps } from '#modules/documents/filing/receive-file.ts'
import {
  PreviewContent,
  type PreviewDeps,
  PreviewQuery,
  sendPreview,
} from '#modules/documents/previews/send-preview.ts'
import { sendText, TextContent, TextQuery } from '#modules/documents/previews/send-text.ts'
import {
  deleteDocument,
  trashDocument,
  unlinkDocument,
  untrashDocument,
} from '#modules/documents/trash/trash-document.ts'
import { listHoldsOn } from '#modules/governance/index.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { listDocumentsForManager, withNames } from './list-documents-for-manager.ts'
import {
  ListManagerDocumentsQuery,
  ManagerDocument,
  ManagerDocumentPatch,
  OpenedDocument,
  PageParams,
} from './manager-schemas.ts'
import { presentDocument } from './present.ts'
import { type Document, DocumentParams } from './schemas.ts'

export type ManagerDocumentDeps = FileDeps & PreviewDeps & { db: Db; cursors: Cursors; audit: AuditTrail }

export function managerOf(request: FastifyRequest): Manager {
  const { technical_id, first_name, last_name } = personOf(request)
  return { technical_id, name: `${first_name} ${last_name}` }
}

/** Documents of employees and of organizations, for the managers who look after them. */
export function managerDocumentRoutes(deps: ManagerDocumentDeps): Routes {
  return (portal) => {
    mountLists(portal, deps)
    mountReading(portal, deps)
    mountPictures(portal, deps)
    mountText(portal, deps)
    mountChanges(portal, deps)
    mountStates(portal, deps)
  }
}

function mountLists(portal: Http, { db, cursors }: ManagerDocumentDeps): void {
  for (const kind of ['employee', 'company'] as const) {
    portal.get(
      `/manager/${kind}_documents`,
      {
        config: forManagers(`${kind}_documents:read`),
        schema: {
          operationId: kind === 'employee' ? 'listManagedEmployeeDocuments' : 'listManagedCompanyDocuments',
          summary: `List the ${kind} documents that a manager may see, newest first`,
          querystring: ListManagerDocumentsQuery,
          response: { 200: Type.Array(ManagerDocument) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const manager = personOf(request).technical_id
        const shape = shapeOf(ListManagerDocumentsQuery, request.query)
        const scope = listScope(client, `managed ${kind} documents`, [manager, ...shape])
        return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
          listDocumentsForManager(db, client, { reader: readerOf(request), kind, query: request.query }, page),
        )
      },
    )
  }
}

function mountReading(portal: Http, deps: ManagerDocumentDeps): void {
  const { db, blobs, audit } = deps
  portal.get(
    '/manager/documents/:id',
    {
      config: forManagers(),
      schema: {
        operationId: 'getManagedDocument',
        summary: 'Read a document that a manager may see',
        params: DocumentParams,
        response: { 200: OpenedDocument },
      },
    },
    async (request) => open(deps, request, await find(db, request, request.params.id)),
  )

  portal.get(
    '/manager/documents/:id/file',
    {
      config: forManagers(),
      schema: {
        operationId: 'getManagedDocumentFile',
        summary: 'Download the file of a document',
        params: DocumentParams,
        response: BlobContent('*/*', 'The file.'),
      },
    },
    async (request, reply) => {
      const { row } = await find(db, request, request.params.id)
      const beforeBytes = documentDownload(request, audit, row)
      return sendBlob(request, reply, blobs, { ...fileAnswer(row), beforeBytes })
    },
  )
}

function mountPictures(portal: Http, deps: ManagerDocumentDeps): void {
  const { db, audit } = deps
  portal.get(
    '/manager/documents/:id/pages/:page',
    {
      config: forManagers(),
      schema: {
        operationId: 'getManagedDocumentPage',
        summary: 'Render a page of a PDF as an image',
        params: PageParams,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { row } = await find(db, request, request.params.id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: { page: request.params.page }, beforeBytes })
    },
  )

  portal.get(
    '/manager/documents/:id/image',
    {
      config: forManagers(),
      schema: {
        operationId: 'getManagedDocumentImage',
        summary: 'A picture of a document',
        params: DocumentParams,
        querystring: PreviewQuery,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { row } = await find(db, request, request.params.id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: request.query.size ?? 'preview', beforeBytes })
    },
  )
}

function mountText(portal: Http, deps: ManagerDocumentDeps): void {
  portal.get(
    '/manager/documents/:id/text',
    {
      config: forManagers(),
      schema: {
        operationId: 'getManagedDocumentText',
        summary: 'The text of a PDF, and where it stands',
        params: DocumentParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => {
      const { row } = await find(deps.db, request, request.params.id)
      const beforeBytes = documentView(request, deps.audit, row)
      return sendText(reply, deps, { file: row, beforeBytes }, request.query)
    },
  )
}

function find(db: Db, request: FastifyRequest, id: string) {
  return getDocumentForManager(db, callerOf(request).client, personOf(request).technical_id, id)
}

function mountChanges(portal: Http, { db }: ManagerDocumentDeps): void {
  portal.patch(
    '/manager/documents/:id',
    {
      config: forManagers(),
      schema: {
        operationId: 'patchManagedDocument',
        summary: 'Update a document partially',
        params: DocumentParams,
        body: ManagerDocumentPatch,
        response: { 200: ManagerDocument },
      },
    },
    async (request) => {
      const { id } = request.params
      const changed = await request.work((work) => patchDocumentForManager(work, managerOf(request), id, request.body))
      return named(db, request, changed)
    },
  )

  portal.delete(
    '/manager/documents/:id',
    {
      config: forManagers(),
      schema: {
        operationId: 'deleteManagedDocument',
        summary: 'Delete a document permanently',
        params: DocumentParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await request.work(async (work) => {
        const { row } = await lockWritableDocument(work, personOf(request).technical_id, id)
        await deleteDocument(work, row.kind, id)
      })
      return reply.code(204).send(null)
    },
  )

  portal.delete(
    '/manager/documents/:id/vault_link',
    {
      config: forManagers(),
      schema: {
        operationId: 'unlinkManagedDocument',
        summary: "Take a document out of the employee's vault; it stays in the folder",
        params: DocumentParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await request.work(async (work) => {
        const { row } = await lockWritableDocument(work, personOf(request).technical_id, id)
        await unlinkDocument(work, row.employee_technical_id ?? '', id)
      })
      return reply.code(204).send(null)
    },
  )
}

function mountStates(portal: Http, { db }: ManagerDocumentDeps): void {
  const states = [
    { verb: 'trash', summary: 'Put a document into the trash', operation: trashDocument },
    { verb: 'untrash', summary: 'Take a document out of the trash', operation: untrashDocument },
  ]
  for (const { verb, summary, operation } of states) {
    portal.put(
      `/manager/documents/:id/${verb}`,
      {
        config: forManagers(),
        schema: {
          operationId: `${verb}ManagedDocument`,
          summary,
          params: DocumentParams,
          response: { 200: ManagerDocument },
        },
      },
      async (request) => {
        const { id } = request.params
        const changed = await request.work(async (work) => {
          const { row } = await lockWritableDocument(work, personOf(request).technical_id, id)
          return operation(work, row.kind, id)
        })
        return named(db, request, changed)
      },
    )
  }
}

async function named(db: Db, request: FastifyRequest, document: Document): Promise<ManagerDocument> {
  const [first] = await withNames(db, callerOf(request).client, [document], readerLanguage(request))
  if (!first) throw new Error('A document that was handed over did not come back.')
  return first
}

async function open(
  { db, audit }: ManagerDocumentDeps,
  request: FastifyRequest,
  managed: Awaited<ReturnType<typeof getDocumentForManager>>,
): Promise<OpenedDocument> {
  const { row, permissions } = managed
  await recordOpened(request, audit, row)
  const [document, legal_holds] = await Promise.all([
    named(db, request, presentDocument(row)),
    listHoldsOn(db, callerOf(request).client, personOf(request), { type: `${row.kind}_document`, id: row.id }),
  ])
  return { ...document, permissions, legal_holds, may_hold: mayChangeLegalHold(managed) }
}
