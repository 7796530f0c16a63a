import type { Pdfium } from './load-pdfium.ts'
import { withForm, withPage } from './read-with-pdfium.ts'

const FOR_DISPLAY = 0
const FOR_PRINT = 1

/** Whether a file that PDFium wrote may have annotations. */
export function hasAnnotations(bytes: Uint8Array<ArrayBuffer>): boolean {
  return Buffer.from(bytes.buffer).includes('/Annots')
}

/** Draws what is annotated or filled in on each page as part of the page: as things of their own they hang on other pages. */
export function flattenAnnotations(pdfium: Pdfium, document: number): void {
  const pageCount = pdfium._FPDF_GetPageCount(document)
  for (let index = 0; index < pageCount; index += 1) {
    const page = pdfium._FPDF_LoadPage(document, index)
    if (page === 0) continue
    if (pdfium._FPDFPage_GetAnnotCount(page) > 0) pdfium._FPDFPage_Flatten(page, FOR_PRINT)
    pdfium._FPDF_ClosePage(page)
  }
}

/** The same, as readers show it on a screen, with what a form shows that holds no drawing of its fields. */
export function flattenAsShown(pdfium: Pdfium, document: number): void {
  const pageCount = pdfium._FPDF_GetPageCount(document)
  withForm(pdfium, document, (form) => {
    for (let page = 1; page <= pageCount; page += 1) {
      withPage(pdfium, { document, form, page }, (handle) => pdfium._FPDFPage_Flatten(handle, FOR_DISPLAY))
    }
  })
}
