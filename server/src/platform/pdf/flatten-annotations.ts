import type { Pdfium } from './load-pdfium.ts'

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
