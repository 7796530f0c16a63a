import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { documentDownload, documentView, recordOpened } from '#modules/documents/audit-entries.ts'
import { sendShownFile } from '#modules/documents/download/send-shown-file.ts'
import type { FileDeps } from '#modules/documents/filing/receive-file.ts'
import {
  EmployeeCompanyDocument,
  FileQuery,
  ListEmployeeCompanyDocumentsQuery,
  PageParams,
} from '#modules/documents/folder/schemas.ts'
import {
  PreviewContent,
  type PreviewDeps,
  PreviewQuery,
  sendPreview,
} from '#modules/documents/previews/send-preview.ts'
import { sendText, TextContent, TextQuery } from '#modules/documents/previews/send-text.ts'
import { DocumentParams } from '#modules/documents/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { FileContent } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import {
  describeEmployeeCompanyDocument,
  getEmployeeCompanyDocument,
  listEmployeeCompanyDocuments,
} from './employee-company-documents.ts'

type EmployeeCompanyDeps = FileDeps & PreviewDeps & { db: Db; cursors: Cursors; audit: AuditTrail }

/** Company documents of the organizations of the employee who is logged in, of types that employees may see. */
export function employeeCompanyRoutes(deps: EmployeeCompanyDeps): Routes {
  return (portal) => {
    mountReading(portal, deps)
    mountFiles(portal, deps)
    mountText(portal, deps)
  }
}

function mountReading(portal: Http, { db, cursors, audit }: EmployeeCompanyDeps): void {
  portal.get(
    '/me/company_documents',
    {
      config: forEmployees,
      schema: {
        operationId: 'listMyCompanyDocuments',
        summary: 'Company documents for me, newest first',
        querystring: ListEmployeeCompanyDocumentsQuery,
        response: { 200: Type.Array(EmployeeCompanyDocument) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const shape = shapeOf(ListEmployeeCompanyDocumentsQuery, request.query)
      const scope = listScope(client, '/me/company_documents', [person.technical_id, ...shape])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listEmployeeCompanyDocuments(db, client, { employee: person, query: request.query }, page),
      )
    },
  )

  portal.get(
    '/me/company_documents/:id',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyCompanyDocument',
        summary: 'A company document for me',
        params: DocumentParams,
        response: { 200: EmployeeCompanyDocument },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const document = await describeEmployeeCompanyDocument(db, client, personOf(request), request.params.id)
      await recordOpened(request, audit, { kind: 'company', id: document.id, employee_technical_id: null })
      return document
    },
  )
}

function mountFiles(portal: Http, deps: EmployeeCompanyDeps): void {
  const { db, blobs, audit } = deps
  portal.get(
    '/me/company_documents/:id/file',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyCompanyDocumentFile',
        summary: 'The file of a company document for me',
        description: 'Supports byte ranges.',
        params: DocumentParams,
        querystring: FileQuery,
        response: { 200: FileContent('application/octet-stream', 'The file.') },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { row } = await getEmployeeCompanyDocument(db, client, personOf(request), request.params.id)
      const isDownload = request.query.download ?? false
      const beforeBytes = documentDownload(request, audit, row)
      return sendShownFile(request, reply, { blobs, stored: row, isDownload, beforeBytes })
    },
  )

  portal.get(
    '/me/company_documents/:id/pages/:page',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyCompanyDocumentPage',
        summary: 'A picture of a page of a PDF among my company documents',
        params: PageParams,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { id, page } = request.params
      const { row } = await getEmployeeCompanyDocument(db, callerOf(request).client, personOf(request), id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: { page }, beforeBytes })
    },
  )

  portal.get(
    '/me/company_documents/:id/image',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyCompanyDocumentImage',
        summary: 'A picture of a company document for me',
        params: DocumentParams,
        querystring: PreviewQuery,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { row } = await getEmployeeCompanyDocument(db, client, personOf(request), request.params.id)
      const beforeBytes = documentView(request, audit, row)
      return sendPreview(request, reply, deps, { file: row, variant: request.query.size ?? 'preview', beforeBytes })
    },
  )
}

function mountText(portal: Http, deps: EmployeeCompanyDeps): void {
  portal.get(
    '/me/company_documents/:id/text',
    {
      config: forEmployees,
      schema: {
        operationId: 'getMyCompanyDocumentText',
        summary: 'The text of a PDF among my company documents, and where it stands',
        params: DocumentParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { row } = await getEmployeeCompanyDocument(deps.db, client, personOf(request), request.params.id)
      const beforeBytes = documentView(request, deps.audit, row)
      return sendText(reply, deps, { file: row, beforeBytes }, request.query)
    },
  )
}
