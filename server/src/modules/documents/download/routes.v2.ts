import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { documentDownload, documentView } from '#modules/documents/audit-entries.ts'
import type { FileDeps } from '#modules/documents/filing/receive-file.ts'
import { getDocument } from '#modules/documents/get-document.ts'
import { PageContent, sendPage } from '#modules/documents/previews/send-page.ts'
import { DocumentParams, type Kind } from '#modules/documents/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import type { Http } from '#platform/http/routes.ts'
import { fileAnswer } from './file-answer.ts'

const PreviewQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  width: Type.Optional(Type.Integer({ minimum: 16, maximum: 2000, default: 800, description: 'In pixels.' })),
})

/** The bytes of documents of one kind, and pictures of their pages. */
export type DocumentFileDeps = FileDeps & { db: Db; audit: AuditTrail }

export function fileRoutes(v2: Http, { db, blobs, pdfWorkers, audit }: DocumentFileDeps, kind: Kind): void {
  const { read } = accessTo(`${kind}_documents`)
  const name = kind === 'employee' ? 'Employee' : 'Company'

  v2.get(
    `/${kind}_documents/:id/file`,
    {
      config: read,
      schema: {
        operationId: `get${name}DocumentFile`,
        summary: 'Download the file of a document',
        description: 'Supports byte ranges; HEAD returns type and size.',
        params: DocumentParams,
        response: BlobContent('*/*', 'The file.'),
      },
    },
    async (request, reply) => {
      const row = await getDocument(db, callerOf(request).client, kind, request.params.id)
      const beforeBytes = documentDownload(request, audit, row)
      return sendBlob(request, reply, blobs, { ...fileAnswer(row), beforeBytes })
    },
  )

  v2.get(
    `/${kind}_documents/:id/preview`,
    {
      config: read,
      schema: {
        operationId: `get${name}DocumentPreview`,
        summary: 'Render a page of a PDF as an image',
        params: DocumentParams,
        querystring: PreviewQuery,
        response: PageContent,
      },
    },
    async (request, reply) => {
      const row = await getDocument(db, callerOf(request).client, kind, request.params.id)
      const { page = 1, width = 800 } = request.query
      const beforeBytes = documentView(request, audit, row)
      return sendPage(reply, { blobs, pdfWorkers }, { file: row, beforeBytes }, { page, width })
    },
  )
}
