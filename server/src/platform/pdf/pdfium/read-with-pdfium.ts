import { encodePng, rowBytesOf } from './encode-png.ts'
import type { Pdfium } from './load-pdfium.ts'
import { drawnSize, type PageSize } from './page-size.ts'

/** The first page is page 1. */
export type PageAsked = { page: number; width: number }
export type RenderedPage<Bytes = Uint8Array> = { png: Bytes; pageCount: number }
/** Failures of strangers are data: the file may be no PDF, be broken or want a password. */
export type Rendering<Bytes = Uint8Array> =
  | ({ outcome: 'rendered' } & RenderedPage<Bytes>)
  | { outcome: 'no_such_page'; pageCount: number }
  | { outcome: 'not_readable' }

type OwnRendering = Rendering<Uint8Array<ArrayBuffer>>

const NOT_READABLE = { outcome: 'not_readable' } as const
const BGR = 2
const WHITE = 0xffffffff
const WITH_ANNOTATIONS = 0x01
const AS_RGB = 0x10
/** FPDF_FORMFILLINFO: its version, and behind it functions that PDFium would call; it does without them. */
const FORM_INFO_BYTES = 256
const FORM_INFO_VERSION = 2

export function countPages(pdfium: Pdfium, bytes: Uint8Array): number | undefined {
  return withDocument(pdfium, bytes, (document) => pdfium._FPDF_GetPageCount(document), undefined)
}

export function renderPage(pdfium: Pdfium, bytes: Uint8Array, { page, width }: PageAsked): OwnRendering {
  const render = (document: number): OwnRendering => {
    const pageCount = pdfium._FPDF_GetPageCount(document)
    const isPage = Number.isInteger(page) && page >= 1 && page <= pageCount
    if (!isPage) return { outcome: 'no_such_page', pageCount }
    return withForm(pdfium, document, (form) => {
      const png = withPage(pdfium, { document, form, page }, (handle) => drawPage(pdfium, handle, form, width))
      return png ? { outcome: 'rendered', png, pageCount } : NOT_READABLE
    })
  }
  return withDocument(pdfium, bytes, render, NOT_READABLE)
}

function drawPage(pdfium: Pdfium, page: number, form: number, width: number): Uint8Array<ArrayBuffer> | undefined {
  const size = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
  if (!(size.width > 0 && size.height > 0)) return undefined
  const drawn = drawnSize(size, width)
  return withPicture(pdfium, { page, form }, drawn, (rows) => encodePng(rows, drawn))
}

/** PDFium draws right into the rows of the PNG: each begins a byte further, behind the number of its filter, which is 0. */
export function withPicture<T>(
  pdfium: Pdfium,
  { page, form }: { page: number; form: number },
  { width, height }: PageSize,
  use: (rows: Uint8Array) => T,
): T {
  const rowBytes = rowBytesOf(width)
  return withMemory(pdfium, rowBytes * height, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGR, at + 1, rowBytes)
    if (bitmap === 0) throw new Error('PDFium cannot draw.')
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | AS_RGB)
      // What was filled in, and what signatures look like.
      if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, AS_RGB)
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap)
    }
    for (let row = 0; row < height; row += 1) pdfium.HEAPU8[at + row * rowBytes] = 0
    return use(pdfium.HEAPU8.subarray(at, at + rowBytes * height))
  })
}

export function withDocument<T>(pdfium: Pdfium, bytes: Uint8Array, use: (document: number) => T, otherwise: T): T {
  return withMemory(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at)
    const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
    if (document === 0) return otherwise
    try {
      return use(document)
    } finally {
      pdfium._FPDF_CloseDocument(document)
    }
  })
}

/** The form of a document, which makes drawings of fields that have none. */
export function withForm<T>(pdfium: Pdfium, document: number, use: (form: number) => T): T {
  return withMemory(pdfium, FORM_INFO_BYTES, (at) => {
    pdfium.HEAPU8.fill(0, at, at + FORM_INFO_BYTES)
    pdfium.HEAPU8[at] = FORM_INFO_VERSION
    const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, at)
    try {
      return use(form)
    } finally {
      if (form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(form)
    }
  })
}

type PdfiumPage = { document: number; form: number; page: number }

export function withPage<T>(pdfium: Pdfium, { document, form, page }: PdfiumPage, use: (handle: number) => T) {
  const handle = pdfium._FPDF_LoadPage(document, page - 1)
  if (handle === 0) return undefined
  try {
    if (form !== 0) pdfium._FORM_OnAfterLoadPage(handle, form)
    return use(handle)
  } finally {
    if (form !== 0) pdfium._FORM_OnBeforeClosePage(handle, form)
    pdfium._FPDF_ClosePage(handle)
  }
}

export function withMemory<T>(pdfium: Pdfium, sizeBytes: number, use: (at: number) => T): T {
  const at = pdfium.wasmExports.malloc(sizeBytes)
  if (at === 0) throw new Error(`PDFium has no memory for ${sizeBytes} bytes.`)
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}
