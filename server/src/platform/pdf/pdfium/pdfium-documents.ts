import type { Pages } from '#platform/pdf/workers/pdf-tasks.ts'
import type { Pdfium } from './load-pdfium.ts'
import { openSaving } from './save-with-pdfium.ts'

/** The documents that PDFium has open, each for as long as it is used. */
export class PdfiumDocuments {
  readonly pdfium: Pdfium
  /** A document as a file; nothing when PDFium cannot write it. */
  readonly save: (document: number) => Uint8Array<ArrayBuffer> | undefined

  constructor(pdfium: Pdfium) {
    this.pdfium = pdfium
    this.save = openSaving(pdfium)
  }

  allocate(sizeBytes: number): number {
    const at = this.pdfium.wasmExports.malloc(sizeBytes)
    if (at === 0) throw new Error(`PDFium has no memory for ${sizeBytes} bytes.`)
    return at
  }

  /** Bytes where PDFium can read them. */
  withBytes<T>(bytes: Uint8Array, use: (at: number) => T): T {
    const at = this.allocate(Math.max(1, bytes.length))
    this.pdfium.HEAPU8.set(bytes, at)
    try {
      return use(at)
    } finally {
      this.pdfium.wasmExports.free(at)
    }
  }

  /** The document is 0 when the file cannot be read. */
  withFile<T>(bytes: Uint8Array, use: (document: number) => T): T {
    return this.withBytes(bytes, (at) => {
      const document = this.pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
      try {
        return use(document)
      } finally {
        if (document !== 0) this.pdfium._FPDF_CloseDocument(document)
      }
    })
  }

  withNew<T>(use: (document: number) => T): T {
    const document = this.pdfium._FPDF_CreateNewDocument()
    try {
      return use(document)
    } finally {
      this.pdfium._FPDF_CloseDocument(document)
    }
  }

  importPages(into: number, source: number, { from, count }: Pages, at: number): boolean {
    const list = this.allocate(count * 4)
    try {
      const indices = new Int32Array(this.pdfium.HEAPU8.buffer, list, count)
      for (let index = 0; index < count; index += 1) indices[index] = from - 1 + index
      return Boolean(this.pdfium._FPDF_ImportPagesByIndex(into, source, list, count, at))
    } finally {
      this.pdfium.wasmExports.free(list)
    }
  }

  /** Brings all pages of a file into a document; answers how many, or 0 when that cannot be done. */
  append(document: number, file: number, at: number): number {
    if (file === 0) return 0
    const count = this.pdfium._FPDF_GetPageCount(file)
    return count > 0 && this.importPages(document, file, { from: 1, count }, at) ? count : 0
  }
}
