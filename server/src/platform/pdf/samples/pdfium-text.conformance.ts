import assert from 'node:assert/strict'
import { loadPdfium, type Pdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { renderPage } from '#platform/pdf/pdfium/read-with-pdfium.ts'

const MEGABYTE = 1024 * 1024

/** PDFium has more than is declared of it. */
type FullPdfium = Pdfium & {
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetCharOrigin(text: number, index: number, leftAt: number, bottomAt: number): number
}

/** Where the pen was when it was drawn: in points, from the left and from the top of the page. */
export type Drawn = { character: string; left: number; top: number }

export type PdfReader = {
  /** The text of each page, as it can be searched and copied. */
  textOf(bytes: Uint8Array): string[]
  charactersOf(bytes: Uint8Array, page: number): Drawn[]
  /** The picture of a page, to be compared with another. */
  pictureOf(bytes: Uint8Array, page: number): string
}

let shared: Promise<PdfReader> | undefined

/** One for all files that a process runs: PDFium is compiled and started only once. */
export async function openPdfReader(): Promise<PdfReader> {
  shared ??= open()
  // What follows the promise of another file would be taken for a test of that file.
  return await shared
}

async function open(): Promise<PdfReader> {
  const pdfium = (await loadPdfium({ maxMemoryBytes: 256 * MEGABYTE })) as FullPdfium

  function withMemory<T>(sizeBytes: number, use: (at: number) => T): T {
    const at = pdfium.wasmExports.malloc(sizeBytes)
    assert.notEqual(at, 0)
    try {
      return use(at)
    } finally {
      pdfium.wasmExports.free(at)
    }
  }

  function withDocument<T>(bytes: Uint8Array, use: (document: number) => T): T {
    return withMemory(bytes.length, (at) => {
      pdfium.HEAPU8.set(bytes, at)
      const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
      assert.notEqual(document, 0, 'PDFium cannot read the file.')
      try {
        return use(document)
      } finally {
        pdfium._FPDF_CloseDocument(document)
      }
    })
  }

  function withPage<T>(document: number, page: number, use: (text: number, height: number) => T): T {
    const handle = pdfium._FPDF_LoadPage(document, page - 1)
    const text = pdfium._FPDFText_LoadPage(handle)
    try {
      return use(text, pdfium._FPDF_GetPageHeight(handle))
    } finally {
      pdfium._FPDFText_ClosePage(text)
      pdfium._FPDF_ClosePage(handle)
    }
  }

  function readPage(text: number): string {
    const count = pdfium._FPDFText_CountChars(text)
    return withMemory(2 * (count + 1), (at) => {
      const written = pdfium._FPDFText_GetText(text, 0, count, at)
      const bytes = Buffer.from(pdfium.HEAPU8.subarray(at, at + 2 * Math.max(0, written - 1)))
      return bytes.toString('utf16le').replaceAll('\r\n', '\n')
    })
  }

  function drawnAt(text: number, index: number, height: number): Drawn {
    return withMemory(16, (at) => {
      pdfium._FPDFText_GetCharOrigin(text, index, at, at + 8)
      const [left, bottom] = new Float64Array(pdfium.HEAPU8.slice(at, at + 16).buffer)
      const character = String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, index))
      return { character, left: left ?? Number.NaN, top: height - (bottom ?? Number.NaN) }
    })
  }

  return {
    textOf: (bytes) =>
      withDocument(bytes, (document) =>
        Array.from({ length: pdfium._FPDF_GetPageCount(document) }, (_, index) =>
          withPage(document, index + 1, readPage),
        ),
      ),
    charactersOf: (bytes, page) =>
      withDocument(bytes, (document) =>
        withPage(document, page, (text, height) =>
          Array.from({ length: pdfium._FPDFText_CountChars(text) }, (_, index) => drawnAt(text, index, height)),
        ),
      ),
    pictureOf(bytes, page) {
      const rendering = renderPage(pdfium, bytes, { page, width: 600 })
      assert.equal(rendering.outcome, 'rendered')
      return Buffer.from(rendering.png).toString('base64')
    },
  }
}
