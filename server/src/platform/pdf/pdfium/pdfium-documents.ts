import type { Pages } from '#platform/pdf/workers/pdf-tasks.ts'
import { firstChangedPage } from './compare-pages.ts'
import { flattenAnnotations } from './flatten-annotations.ts'
import { mayHaveLayers, withoutLayers } from './layers.ts'
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

  /** Brings pages into a document; false when that cannot be done, or when they would show what is hidden where they are. */
  importPages(into: number, source: number, pages: Pages, at: number): boolean {
    if (!this.#import(into, source, pages, at)) return false
    if (this.pdfium._FPDF_GetPageCount(into) === pages.count) return !this.#showsHidden(into, source, pages)
    return this.withNew((alone) => this.#import(alone, source, pages, 0) && !this.#showsHidden(alone, source, pages))
  }

  /** Brings all pages of a file into a document; answers how many, or 0 when that cannot be done. */
  append(document: number, file: number, at: number): number {
    if (file === 0) return 0
    const count = this.pdfium._FPDF_GetPageCount(file)
    return count > 0 && this.importPages(document, file, { from: 1, count }, at) ? count : 0
  }

  /** All pages of a file in a new one, whatever they show; nothing when that cannot be done. */
  copy(file: number): Uint8Array<ArrayBuffer> | undefined {
    const count = this.pdfium._FPDF_GetPageCount(file)
    return this.withNew((document) =>
      count > 0 && this.#import(document, file, { from: 1, count }, 0) ? this.save(document) : undefined,
    )
  }

  #import(into: number, source: number, { from, count }: Pages, at: number): boolean {
    const list = this.allocate(count * 4)
    try {
      const indices = new Int32Array(this.pdfium.HEAPU8.buffer, list, count)
      for (let index = 0; index < count; index += 1) indices[index] = from - 1 + index
      return Boolean(this.pdfium._FPDF_ImportPagesByIndex(into, source, list, count, at))
    } finally {
      this.pdfium.wasmExports.free(list)
    }
  }

  /** Whether pages in a document of their own look otherwise, because the catalog that hides their layers is not there. */
  #showsHidden(alone: number, source: number, { from, count }: Pages): boolean {
    const bytes = this.save(alone)
    if (!bytes || !mayHaveLayers(bytes)) return false
    const { pdfium } = this
    const annotated = new Set<number>()
    const flat = this.withFile(bytes, (document) => {
      for (const page of flattenAnnotations(pdfium, document)) annotated.add(page)
      return this.save(document)
    })
    const plain = flat && withoutLayers(flat)
    if (!plain?.hadLayers) return false
    const pairs = Array.from({ length: count }, (_, index) => ({
      seen: from + index,
      made: index + 1,
      isExact: !annotated.has(index + 1),
    }))
    return this.withFile(plain.bytes, (made) => firstChangedPage(pdfium, { seen: source, made }, pairs) !== undefined)
  }
}
