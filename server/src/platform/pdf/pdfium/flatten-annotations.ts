import type { Pdfium } from './load-pdfium.ts'
import { withForm, withMemory, withPage } from './read-with-pdfium.ts'

const FOR_DISPLAY = 0
/** FPDF_ANNOT_…: kinds of annotations. */
const LINK = 2
const POPUP = 16
const WIDGET = 20
/** FPDF_FORMFIELD_SIGNATURE. */
const SIGNATURE_FIELD = 7
/** FPDF_ANNOT_FLAG_… */
const INVISIBLE = 1
const HIDDEN = 2
const PRINT = 4
const NO_VIEW = 32
/** Four numbers. */
const BOX_BYTES = 16
const APPEARANCE = Buffer.from('AP\0')

/** Whether a file that PDFium wrote may have annotations. */
export function hasAnnotations(bytes: Uint8Array<ArrayBuffer>): boolean {
  return Buffer.from(bytes.buffer).includes('/Annots')
}

/**
 * Draws what is annotated or filled in on each page as part of the page, as pictures of the page show it: as things of
 * their own they hang on other pages, and may act. Answers the pages that may look otherwise then.
 */
export function flattenAnnotations(pdfium: Pdfium, document: number): number[] {
  const pageCount = pdfium._FPDF_GetPageCount(document)
  return withForm(pdfium, document, (form) => {
    const annotated: number[] = []
    for (let page = 1; page <= pageCount; page += 1) {
      const isAnnotated = withPage(pdfium, { document, form, page }, (handle) => flattenPage(pdfium, handle, form))
      if (isAnnotated) annotated.push(page)
    }
    return annotated
  })
}

/** The same for one page of a document whose form is open; it takes effect when the page is opened again. */
export function flattenPageAsShown(pdfium: Pdfium, page: number): void {
  flattenPage(pdfium, page, 0)
}

/** PDFium's flattening and its drawing disagree on flags: these are set so that both draw the same annotations. */
function flattenPage(pdfium: Pdfium, page: number, form: number): boolean {
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  if (count <= 0) return false
  let isAnnotated = false
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    pdfium._FPDFAnnot_SetFlags(annotation, isDrawn(pdfium, annotation, form) ? PRINT : HIDDEN)
    isAnnotated ||= !isBareLink(pdfium, annotation)
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  setBoxes(pdfium, page)
  pdfium._FPDFPage_Flatten(page, FOR_DISPLAY)
  return isAnnotated
}

/** PDFium's flattening overlooks boxes that pages inherit, and leaves such a page blank. */
function setBoxes(pdfium: Pdfium, page: number): void {
  const [left = 0, top = 0, right = 0, bottom = 0] = withMemory(pdfium, BOX_BYTES, (at) => {
    pdfium._FPDF_GetPageBoundingBox(page, at)
    return new Float32Array(pdfium.HEAPU8.slice(at, at + BOX_BYTES).buffer)
  })
  pdfium._FPDFPage_SetMediaBox(page, left, bottom, right, top)
  pdfium._FPDFPage_SetCropBox(page, left, bottom, right, top)
}

/** As PDFium decides it when it draws a page: other viewers heed the flag "invisible" for unknown kinds only, too. */
function isDrawn(pdfium: Pdfium, annotation: number, form: number): boolean {
  const flags = pdfium._FPDFAnnot_GetFlags(annotation)
  if ((flags & HIDDEN) !== 0) return false
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== WIDGET) return (flags & NO_VIEW) === 0
  const isSignature = form !== 0 && pdfium._FPDFAnnot_GetFormFieldType(form, annotation) === SIGNATURE_FIELD
  return isSignature || (flags & (NO_VIEW | INVISIBLE)) === 0
}

/** Most links have no appearance. */
function isBareLink(pdfium: Pdfium, annotation: number): boolean {
  const subtype = pdfium._FPDFAnnot_GetSubtype(annotation)
  return subtype === POPUP || (subtype === LINK && !hasAppearance(pdfium, annotation))
}

function hasAppearance(pdfium: Pdfium, annotation: number): boolean {
  return withMemory(pdfium, APPEARANCE.length, (at) => {
    pdfium.HEAPU8.set(APPEARANCE, at)
    return Boolean(pdfium._FPDFAnnot_HasKey(annotation, at))
  })
}
