import { firstChangedPage } from '#platform/pdf/pdfium/compare-pages.ts'
import { flattenAnnotations } from '#platform/pdf/pdfium/flatten-annotations.ts'
import { withoutLayers } from '#platform/pdf/pdfium/layers.ts'
import type { PdfiumDocuments } from '#platform/pdf/pdfium/pdfium-documents.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { MadePdf } from '#platform/pdf/workers/pdf-tasks.ts'
import { markPages, type PageDrawing, readDrawing } from './mark-pages.ts'
import { reportPdf } from './report-pdf.ts'
import type { StampFault, Stamping } from './stamping.ts'

type Asked = Omit<Stamping, 'moment'> & {
  file: Uint8Array
  /** The operator's fonts, for what our own have not. */
  fontFiles: readonly string[]
}

/**
 * A PDF with marks upon its pages and a report behind them. Nothing of it but what its pages show stays: no form, no action,
 * no script, no layer. It is refused if a page would not look as it did.
 */
export function stampPdf(documents: PdfiumDocuments, asked: Asked): MadePdf | StampFault | undefined {
  try {
    const marked = documents.withFile(asked.file, (source) => markedPages(documents, source, asked))
    return marked instanceof Uint8Array ? withReport(documents, marked, asked) : marked
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined
    throw error
  }
}

function markedPages(
  documents: PdfiumDocuments,
  source: number,
  { file, marks, fontFiles }: Asked,
): Uint8Array | StampFault | undefined {
  if (source === 0) return undefined
  const pageCount = documents.pdfium._FPDF_GetPageCount(source)
  if (pageCount === 0) return undefined
  const lost = marks.find(({ page }) => !Number.isInteger(page) || page < 1 || page > pageCount)
  if (lost) return { noSuchPage: lost.page, pageCount }
  const annotated = flattenAnnotations(documents.pdfium, source)
  const copied = documents.copy(source)
  if (!copied) return undefined
  // Without the old catalog nothing hides a layer; without its layers, no viewer lets people choose what they see.
  const { bytes, hadLayers } = withoutLayers(copied)
  return documents.withFile(bytes, (document) => {
    const pages = hadLayers ? Array.from({ length: pageCount }, (_, index) => index + 1) : annotated
    const pairs = pages.map((page) => ({ seen: page, made: page, isExact: !annotated.includes(page) }))
    const changedPage = documents.withFile(file, (seen) =>
      firstChangedPage(documents.pdfium, { seen, made: document }, pairs),
    )
    if (changedPage !== undefined) return { changedPage }
    return markPages(bytes, { marks, fontFiles }, (page) => drawingOf(documents, document, page))
  })
}

function drawingOf(documents: PdfiumDocuments, document: number, page: number): PageDrawing {
  const { pdfium } = documents
  const handle = pdfium._FPDF_LoadPage(document, page - 1)
  if (handle === 0) throw new UnreadablePdf()
  const size = { width: pdfium._FPDF_GetPageWidth(handle), height: pdfium._FPDF_GetPageHeight(handle) }
  pdfium._FPDF_ClosePage(handle)
  return documents.withNew((alone) => {
    const form = pdfium._FPDF_NewXObjectFromPage(alone, document, page - 1)
    if (form === 0) throw new UnreadablePdf()
    pdfium._FPDF_CloseXObject(form)
    const bytes = documents.save(alone)
    if (!bytes) throw new UnreadablePdf()
    return readDrawing(bytes, size)
  })
}

function withReport(
  documents: PdfiumDocuments,
  marked: Uint8Array,
  { report, attachment, fontFiles }: Asked,
): MadePdf | undefined {
  return documents.withNew((document) => {
    const own = documents.withFile(marked, (file) => documents.append(document, file, 0))
    const added =
      own && documents.withFile(reportPdf(report, fontFiles).bytes, (file) => documents.append(document, file, own))
    if (!added) return undefined
    if (attachment) attach(documents, document, attachment)
    const bytes = documents.save(document)
    return bytes && { bytes, pageCount: own + added }
  })
}

function attach(
  documents: PdfiumDocuments,
  document: number,
  { name, bytes }: { name: string; bytes: Uint8Array },
): void {
  const { pdfium } = documents
  const attachment = documents.withBytes(Buffer.from(`${name.toWellFormed()}\0`, 'utf16le'), (at) =>
    pdfium._FPDFDoc_AddAttachment(document, at),
  )
  if (attachment === 0) throw new Error('PDFium cannot attach a file.')
  documents.withBytes(bytes, (at) => pdfium._FPDFAttachment_SetFile(attachment, document, at, bytes.length))
}
