import type { FastifyReply } from 'fastify'
import type { StoredFile } from '#modules/documents/download/file-answer.ts'
import { type FileDeps, MAX_PDF_BYTES, readBytes } from '#modules/documents/filing/receive-file.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'
import { isAmong } from '#platform/http/responses/entity-tags.ts'
import { FileContent, NotModified, sendFile } from '#platform/http/responses/send-file.ts'
import { PdfTaskFailed, type Rendering } from '#platform/pdf/workers/pdf-workers.ts'
import { Problem } from '#platform/problem.ts'

/** How the answers of `sendPage` are described. */
export const PageContent = { 200: FileContent('image/png', 'The page.'), 304: NotModified }

/** Sharp at the width of a column, on a screen with small dots too. */
const WIDTH = 1200

/** What is read, and what is awaited before any of it leaves. */
export type ReadFile = { file: StoredFile; beforeBytes: BeforeBytes }

type PageImage = { page: number; width?: number | undefined }

/**
 * Answers with a picture of a page of a stored PDF, from 1. The bytes behind a name never change, so that a browser which
 * has the picture is told so before anything is drawn. That the caller may see the document is for the route to settle.
 */
export async function sendPage(
  reply: FastifyReply,
  { blobs, pdfWorkers }: FileDeps,
  { file: { content_type, size, sha256 }, beforeBytes }: ReadFile,
  { page, width = WIDTH }: PageImage,
) {
  if (content_type !== 'application/pdf') throw noPreview('Only PDF documents have a preview.')
  if (Number(size) > MAX_PDF_BYTES) throw noPreview('The document is too large for a preview.')
  const etag = `"${sha256}-${page}-${width}"`
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isAmong(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  const bytes = await readBytes(blobs, sha256, 0, Number(size) - 1)
  const rendered = await pdfWorkers.renderPage(bytes, { page, width }).catch(asUnreadable)
  if (rendered.outcome === 'not_readable') throw noPreview('The document cannot be read.')
  if (rendered.outcome === 'no_such_page') throw noPreview(`The document ends with page ${rendered.pageCount}.`)
  const { buffer, byteOffset, byteLength } = rendered.png
  const png = Buffer.from(buffer, byteOffset, byteLength)
  return sendFile(reply, png, { filename: `page-${page}.png`, contentType: 'image/png', beforeBytes })
}

/** What is too much for PDFium is the fault of the file. */
function asUnreadable(error: unknown): Rendering {
  if (error instanceof PdfTaskFailed) return { outcome: 'not_readable' }
  throw error
}

function noPreview(message: string): Problem {
  return new Problem('not_found', 'no_preview', message)
}
