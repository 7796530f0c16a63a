import { MAX_PDF_BYTES, readBytes } from '#modules/documents/index.ts'
import type { FileRow } from '#modules/signatures/processes/queries.ts'
import type { getUpload } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { ChangedPage } from '#platform/pdf/stamps/stamping.ts'
import { PdfTaskFailed, type PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { invalid } from '#platform/problem.ts'
import { canBeStamped } from './stamp-document.ts'

type Upload = Pick<Awaited<ReturnType<typeof getUpload>>, 'filename' | 'content_type' | 'size' | 'sha256'>

/** An upload as the document of a process: a PDF that can be opened, drawn upon and sealed. */
export async function describeDocument(
  { blobs, pdfWorkers }: { blobs: Blobs; pdfWorkers: PdfWorkers },
  { filename, content_type, size, sha256 }: Upload,
): Promise<FileRow> {
  if (content_type !== 'application/pdf') throw invalid('upload_id', 'not_a_pdf', 'Only a PDF can be signed.')
  if (Number(size) > MAX_PDF_BYTES) {
    throw invalid('upload_id', 'too_large', `A document to sign can have at most ${MAX_PDF_BYTES / 1024 ** 2} MB.`)
  }
  const bytes = await readBytes(blobs, sha256, 0, Number(size) - 1)
  const page_count = await pdfWorkers.countPages(bytes).catch(asUnreadable)
  if (!page_count || !(await canBeStamped(pdfWorkers, bytes, page_count).catch(asChanged))) {
    throw invalid('upload_id', 'unreadable_pdf', 'The PDF is damaged, or protected by a password.')
  }
  return { filename, size, sha256, page_count }
}

/** What is signed is what signers see: a hidden layer would be part of the document, and nobody would have read it. */
function asChanged(error: unknown): never {
  if (!(error instanceof ChangedPage)) throw error
  const message = `Page ${error.page} has hidden layers or other content that would look different once it is sealed. Print the document to a new PDF.`
  throw invalid('upload_id', 'not_as_shown', message)
}

function asUnreadable(error: unknown): undefined {
  if (!(error instanceof PdfTaskFailed)) throw error
}
