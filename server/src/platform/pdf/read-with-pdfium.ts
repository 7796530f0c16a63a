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

const NOT_READABLE = { outcome: 'not_readable' } as const
const BGR = 2
const WHITE = 0xffffffff
const [WITH_ANNOTATIONS, AS_RGB] = [0x01, 0x10]

export function countPages(pdfium: Pdfium, bytes: Uint8Array): number | undefined {
  return withDocument(pdfium, bytes, (document) => pdfium._FPDF_GetPageCount(document), undefined)
}

export function renderPage(pdfium: Pdfium, bytes: Uint8Array, asked: PageAsked): Rendering<Uint8Array<ArrayBuffer>> {
  const render = (document: number): Rendering<Uint8Array<ArrayBuffer>> => {
    const pageCount = pdfium._FPDF_GetPageCount(document)
    const isPage = Number.isInteger(asked.page) && asked.page >= 1 && asked.page <= pageCount
    if (!isPage) return { outcome: 'no_such_page', pageCount }
    const page = pdfium._FPDF_LoadPage(document, asked.page - 1)
    if (page === 0) return NOT_READABLE
    try {
      const size = { width: pdfium._FPDF_GetPageWidth(page), height: pdfium._FPDF_GetPageHeight(page) }
      if (!(size.width > 0 && size.height > 0)) return NOT_READABLE
      return { outcome: 'rendered', png: draw(pdfium, page, drawnSize(size, asked.width)), pageCount }
    } finally {
      pdfium._FPDF_ClosePage(page)
    }
  }
  return withDocument(pdfium, bytes, render, NOT_READABLE)
}

function withDocument<T>(pdfium: Pdfium, bytes: Uint8Array, use: (document: number) => T, otherwise: T): T {
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

/** PDFium draws right into the rows of the PNG: each begins a byte further, behind the number of its filter, which is 0. */
function draw(pdfium: Pdfium, page: number, { width, height }: PageSize): Uint8Array<ArrayBuffer> {
  const rowBytes = rowBytesOf(width)
  return withMemory(pdfium, rowBytes * height + 1, (at) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGR, at + 1, rowBytes)
    if (bitmap === 0) throw new Error('PDFium cannot draw.')
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | AS_RGB)
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap)
    }
    for (let row = 0; row < height; row += 1) pdfium.HEAPU8[at + row * rowBytes] = 0
    return encodePng(pdfium.HEAPU8.subarray(at, at + rowBytes * height), { width, height })
  })
}

function withMemory<T>(pdfium: Pdfium, sizeBytes: number, use: (at: number) => T): T {
  const at = pdfium.wasmExports.malloc(sizeBytes)
  if (at === 0) throw new Error(`PDFium has no memory for ${sizeBytes} bytes.`)
  try {
    return use(at)
  } finally {
    pdfium.wasmExports.free(at)
  }
}
