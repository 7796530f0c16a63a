import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { type DocumentFileDeps, fileRoutes } from '#modules/documents/download/routes.v2.ts'
import { createDocument } from '#modules/documents/filing/create-document.ts'
import { describeFile } from '#modules/documents/filing/receive-file.ts'
import {
  deleteDocument,
  trashDocument,
  unlinkDocument,
  untrashDocument,
} from '#modules/documents/trash/trash-document.ts'
import { getUpload } from '#modules/uploads/index.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { isUuid } from '#platform/uuid.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { patchDocument } from './patch-document.ts'
import { presentDocument } from './present.ts'
import { lockDocument } from './queries.ts'
import {
  CompanyDocumentInput,
  Document,
  DocumentParams,
  DocumentPatch,
  EmployeeDocumentInput,
  type Kind,
  ListCompanyDocumentsQuery,
  type ListDocumentsQuery,
  ListEmployeeDocumentsQuery,
} from './schemas.ts'

export type DocumentDeps = DocumentFileDeps & { cursors: Cursors }

const KINDS = {
  employee: { name: 'Employee', query: ListEmployeeDocumentsQuery, input: EmployeeDocumentInput },
  company: { name: 'Company', query: ListCompanyDocumentsQuery, input: CompanyDocumentInput },
} as const

export function documentRoutes(deps: DocumentDeps): Routes {
  return (v2) => {
    for (const kind of ['employee', 'company'] as const) {
      mountReading(v2, deps, kind)
      mountWriting(v2, deps, kind)
      mountStates(v2, kind)
      fileRoutes(v2, deps, kind)
    }
    mountLink(v2)
  }
}

function mountReading(v2: Http, { db, cursors }: DocumentDeps, kind: Kind): void {
  const { name } = KINDS[kind]
  const { query } = KINDS[kind]
  const path = `/${kind}_documents`
  const { read } = accessTo(`${kind}_documents`)

  v2.get(
    path,
    {
      config: read,
      schema: {
        operationId: `list${name}Documents`,
        summary: `List ${kind} documents, newest first`,
        querystring: query,
        response: { 200: Type.Array(Document) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const asked = request.query as ListDocumentsQuery
      const scope = listScope(client, path, shapeOf(query, asked))
      return answerPage({ cursors, reply, query: asked, scope }, (page) =>
        listDocuments(db, client, { kind, query: asked }, page),
      )
    },
  )

  v2.get(
    `${path}/:id`,
    {
      config: read,
      schema: {
        operationId: `get${name}Document`,
        summary: `Read ${article(kind)} document`,
        params: DocumentParams,
        response: { 200: Document },
      },
    },
    async (request) => presentDocument(await getDocument(db, callerOf(request).client, kind, request.params.id)),
  )
}

function mountWriting(v2: Http, deps: DocumentDeps, kind: Kind): void {
  const { name, input } = KINDS[kind]
  const { write } = accessTo(`${kind}_documents`)

  v2.post(
    `/${kind}_documents`,
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: `create${name}Document`,
        summary: `File ${article(kind)} document, from an upload`,
        body: input as typeof EmployeeDocumentInput,
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      const { upload_id, ...input } = request.body
      const { size, ...upload } = await request.work((work) => getUpload(work, upload_id), { isPreparation: true })
      const file = await describeFile(deps, { ...upload, sizeBytes: Number(size) })
      const options = { blobs: deps.blobs, origin: 'api', kind, fileField: 'upload_id' } as const
      return reply.code(201).send(await request.work((work) => createDocument(work, input, file, options)))
    },
  )

  v2.patch(
    `/${kind}_documents/:id`,
    {
      config: { ...write, isConditional: true, refuses: ['conflict'] },
      schema: {
        operationId: `patch${name}Document`,
        summary: `Change ${article(kind)} document: what is given, and nothing else`,
        params: DocumentParams,
        body: DocumentPatch,
        response: { 200: Document },
      },
    },
    async (request) => {
      const { id } = request.params
      return changeIf(request, targetOf(kind, id), (work) => patchDocument(work, kind, id, request.body))
    },
  )

  v2.delete(
    `/${kind}_documents/:id`,
    {
      config: { ...write, isConditional: true, refuses: ['conflict'] },
      schema: {
        operationId: `delete${name}Document`,
        summary: `Delete ${article(kind)} document permanently`,
        params: DocumentParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await changeIf(request, targetOf(kind, id), (work) => deleteDocument(work, kind, id))
      return reply.code(204).send(null)
    },
  )
}

function targetOf(kind: Kind, id: string): Target {
  return {
    schema: Document,
    async lockCurrent({ tx, client }) {
      const row = isUuid(id) ? await lockDocument(tx, client, kind, id) : undefined
      return row && presentDocument(row)
    },
  }
}

function mountStates(v2: Http, kind: Kind): void {
  const { name } = KINDS[kind]
  const { write } = accessTo(`${kind}_documents`)
  const states = [
    { verb: 'trash', summary: `Put ${article(kind)} document into the trash`, operation: trashDocument },
    { verb: 'untrash', summary: `Take ${article(kind)} document out of the trash`, operation: untrashDocument },
  ]
  for (const { verb, summary, operation } of states) {
    v2.put(
      `/${kind}_documents/:id/${verb}`,
      {
        config: { ...write, refuses: ['conflict'] },
        schema: {
          operationId: `${verb}${name}Document`,
          summary,
          params: DocumentParams,
          response: { 200: Document },
        },
      },
      async (request) => request.work((work) => operation(work, kind, request.params.id)),
    )
  }
}

function mountLink(v2: Http): void {
  v2.delete(
    '/employees/:technical_id/documents/:document_id/link',
    {
      config: accessTo('employee_documents').write,
      schema: {
        operationId: 'unlinkEmployeeDocument',
        summary: "Take a document out of the employee's vault; it stays in the folder",
        params: Type.Object({ technical_id: Type.String(), document_id: Type.String() }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { technical_id, document_id } = request.params
      await request.work((work) => unlinkDocument(work, technical_id, document_id))
      return reply.code(204).send(null)
    },
  )
}

function article(kind: Kind): string {
  return kind === 'employee' ? 'an employee' : 'a company'
}
