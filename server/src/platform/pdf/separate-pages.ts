import type { Pdfium } from './load-pdfium.ts'
import { renderPage } from './read-with-pdfium.ts'

const WIDGET = 20
const FOR_PRINT = 1
const PICTURE_WIDTH = 400

/**
 * Whether pages that were cut out may hold something of the pages around them: what others draw can lie in resources that
 * all pages share, and what others filled in hangs on the same field of a form.
 */
export function mayHoldMore(bytes: Uint8Array<ArrayBuffer>): boolean {
  const file = Buffer.from(bytes.buffer)
  return file.includes('/XObject') || file.includes('/Annots')
}

/** Leaves every page of a document with nothing but what it shows. The document must be copied to be rid of the rest. */
export function dropWhatIsNotShown(pdfium: Pdfium, document: number): void {
  const pageCount = pdfium._FPDF_GetPageCount(document)
  for (let index = 0; index < pageCount; index += 1) {
    withPage(pdfium, document, index, (page) => {
      if (hasFields(pdfium, page)) pdfium._FPDFPage_Flatten(page, FOR_PRINT)
    })
    withPage(pdfium, document, index, (page) => dropUnusedResources(pdfium, page))
  }
}

/** PDFium does so when it writes the content of a page: something that shows nothing is added, and the rest stays as it is. */
function dropUnusedResources(pdfium: Pdfium, page: number): void {
  pdfium._FPDFPage_InsertObject(page, pdfium._FPDFPageObj_CreateNewPath(0, 0))
  pdfium._FPDFPage_GenerateContent(page)
}

function hasFields(pdfium: Pdfium, page: number): boolean {
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    const isField = pdfium._FPDFAnnot_GetSubtype(annotation) === WIDGET
    pdfium._FPDFPage_CloseAnnot(annotation)
    if (isField) return true
  }
  return false
}

function withPage(pdfium: Pdfium, document: number, index: number, use: (page: number) => void): void {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return
  try {
    use(page)
  } finally {
    pdfium._FPDF_ClosePage(page)
  }
}

const FORM_OBJECT = /\d+ 0 obj\s*(<<(?:(?!endobj|stream).)*\/Subtype\/Form(?:(?!endobj|stream).)*>>)\s*stream/gs

/**
 * Whether a form draws with the resources of the page that it is on, as files of old do. PDFium does not see that those are
 * used.
 */
export function borrowsResources(bytes: Uint8Array<ArrayBuffer>): boolean {
  const text = Buffer.from(bytes.buffer).toString('latin1')
  return Array.from(text.matchAll(FORM_OBJECT)).some(([, dictionary = '']) => !dictionary.includes('/Resources'))
}

/** Whether all pages of two documents look the same. */
export function lookSame(pdfium: Pdfium, one: Uint8Array, other: Uint8Array, pageCount: number): boolean {
  for (let page = 1; page <= pageCount; page += 1) {
    const [left, right] = [one, other].map((bytes) => renderPage(pdfium, bytes, { page, width: PICTURE_WIDTH }))
    if (left?.outcome !== 'rendered' || right?.outcome !== 'rendered') return false
    if (!Buffer.from(left.png).equals(right.png)) return false
  }
  return true
}
