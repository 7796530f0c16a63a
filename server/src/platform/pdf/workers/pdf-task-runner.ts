import type { Letter } from '#platform/pdf/pages/letter-page.ts'
import { flattenAnnotations, hasAnnotations } from '#platform/pdf/pdfium/flatten-annotations.ts'
import type { Pdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { PdfiumDocuments } from '#platform/pdf/pdfium/pdfium-documents.ts'
import { readText } from '#platform/pdf/pdfium/read-text.ts'
import { countPages, renderPage } from '#platform/pdf/pdfium/read-with-pdfium.ts'
import { separatePages } from '#platform/pdf/pdfium/separate-pages.ts'
import type { StampFault } from '#platform/pdf/stamps/stamping.ts'
import type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfMemory, PdfTask, PdfTaskResult } from './pdf-tasks.ts'

type StampTask = Extract<PdfTask, { ask: 'stamp' }>
type RunnerOptions = {
  setTime: (moment: number) => void
  /** The operator's fonts, for what our own have not. */
  fontFiles: readonly string[]
}
type Loaded = { document: number; at: number }

const WRONG_PASSWORD = 4
/** No page that people read has more. */
const MAX_CHARACTERS = 200_000
const A4_WIDTH = 595.28
const A4_HEIGHT = 841.89

/**
 * Runs the tasks of a thread. It holds at most one large file. What sets text is loaded by the first task that needs it,
 * so that a thread which only reads PDFs starts sooner.
 */
export class PdfTaskRunner {
  readonly #pdfium: Pdfium
  readonly #documents: PdfiumDocuments
  readonly #setTime: (moment: number) => void
  readonly #fontFiles: readonly string[]
  #loaded: Loaded | undefined
  #reservedBytes = 0

  constructor(pdfium: Pdfium, { setTime, fontFiles }: RunnerOptions) {
    this.#pdfium = pdfium
    this.#documents = new PdfiumDocuments(pdfium)
    this.#setTime = setTime
    this.#fontFiles = fontFiles
  }

  async run(task: PdfTask): Promise<PdfTaskResult> {
    switch (task.ask) {
      case 'reserve':
        return this.#reserve(task.sizeBytes)
      case 'write':
        this.#pdfium.HEAPU8.set(task.bytes, this.#file.at + task.at)
        return undefined
      case 'load':
        return this.#load()
      case 'unload':
        return this.#unload()
      case 'find':
        return this.#find(task)
      case 'match':
        return task.texts.map(matcher(task.pattern))
      case 'extract':
        this.#setTime(task.moment)
        return this.#extract(task)
      case 'inspect':
        return this.#documents.withFile(task.bytes, (document) => this.#factsOf(document))
      case 'merge':
        this.#setTime(task.moment)
        return this.#merge(task.files, task.isDuplex)
      case 'text':
        return setText(task.text, { title: task.title, fontFiles: this.#fontFiles })
      case 'stamp':
        this.#setTime(task.moment)
        return stamp(this.#documents, { ...task, fontFiles: this.#fontFiles })
      case 'letter':
        return setLetter(task.letter, this.#fontFiles)
      case 'countPages':
        return countPages(this.#pdfium, task.bytes)
      case 'renderPage':
        return renderPage(this.#pdfium, task.bytes, task.asked)
      case 'readText':
        return readText(this.#pdfium, task.bytes, task.from)
    }
  }

  get #file(): Loaded {
    if (!this.#loaded) throw new Error('No file is open.')
    return this.#loaded
  }

  #reserve(sizeBytes: number): undefined {
    if (this.#loaded) throw new Error('There is a file already.')
    this.#loaded = { document: 0, at: this.#documents.allocate(sizeBytes) }
    this.#reservedBytes = sizeBytes
  }

  #load(): PdfFacts {
    const file = this.#file
    file.document = this.#pdfium._FPDF_LoadMemDocument(file.at, this.#reservedBytes, 0)
    return this.#factsOf(file.document)
  }

  #unload(): PdfMemory {
    if (this.#loaded) {
      if (this.#loaded.document !== 0) this.#pdfium._FPDF_CloseDocument(this.#loaded.document)
      this.#pdfium.wasmExports.free(this.#loaded.at)
      this.#loaded = undefined
    }
    return { memoryBytes: this.#pdfium.HEAPU8.length }
  }

  #factsOf(document: number): PdfFacts {
    if (document === 0) return { fault: this.#pdfium._FPDF_GetLastError() === WRONG_PASSWORD ? 'encrypted' : 'damaged' }
    const pageCount = this.#pdfium._FPDF_GetPageCount(document)
    return pageCount === 0 ? { fault: 'no_pages' } : { pageCount }
  }

  #find({ pattern, from, count }: Pages & { pattern: Pattern }): Match[] {
    const match = matcher(pattern)
    return Array.from({ length: count }, (_, index) => match(this.#textOf(from + index)))
  }

  /** A page that cannot be read has no text. */
  #textOf(page: number): string {
    const pdfium = this.#pdfium
    const handle = pdfium._FPDF_LoadPage(this.#file.document, page - 1)
    if (handle === 0) return ''
    const text = pdfium._FPDFText_LoadPage(handle)
    try {
      const characters = text === 0 ? 0 : Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
      return characters <= 0 ? '' : this.#charactersOf(text, characters)
    } finally {
      if (text !== 0) pdfium._FPDFText_ClosePage(text)
      pdfium._FPDF_ClosePage(handle)
    }
  }

  #charactersOf(text: number, characters: number): string {
    // One more for the end, and two bytes for each.
    const at = this.#documents.allocate((characters + 1) * 2)
    try {
      const written = this.#pdfium._FPDFText_GetText(text, 0, characters, at)
      const bytes = Buffer.from(this.#pdfium.HEAPU8.buffer, at, Math.max(0, written - 1) * 2)
      return bytes.toString('utf16le').replaceAll('\r\n', '\n')
    } finally {
      this.#pdfium.wasmExports.free(at)
    }
  }

  /** Pages on their own, with nothing of the pages around them. Nothing when that cannot be had. */
  #extract(pages: Pages): MadePdf | undefined {
    return this.#documents.withNew((document) => {
      if (!this.#documents.importPages(document, this.#file.document, pages, 0)) return undefined
      let cut = this.#documents.save(document)
      if (cut && hasAnnotations(cut)) {
        flattenAnnotations(this.#pdfium, document)
        cut = this.#documents.save(document)
      }
      const bytes = cut && separatePages(cut)
      return bytes && { bytes, pageCount: pages.count }
    })
  }

  /** With `isDuplex`, each file begins on a sheet of its own. */
  #merge(files: readonly Uint8Array[], isDuplex: boolean): MadePdf | undefined {
    return this.#compose((document) => {
      let at = 0
      for (const bytes of files) {
        const added = this.#documents.withFile(bytes, (file) => this.#documents.append(document, file, at))
        if (added === 0) return 0
        at += added
        if (isDuplex && at % 2 === 1) {
          this.#pdfium._FPDF_ClosePage(this.#pdfium._FPDFPage_New(document, at, A4_WIDTH, A4_HEIGHT))
          at += 1
        }
      }
      return at
    })
  }

  /** A new document, saved; nothing when no pages could be brought into it. */
  #compose(fill: (document: number) => number): MadePdf | undefined {
    return this.#documents.withNew((document) => {
      const pageCount = fill(document)
      const bytes = pageCount > 0 ? this.#documents.save(document) : undefined
      return bytes && { bytes, pageCount }
    })
  }
}

async function setText(
  text: string,
  options: { title: string; fontFiles: readonly string[] },
): Promise<MadePdf | undefined> {
  const { textPdf } = await import('#platform/pdf/pages/text-pdf.ts')
  try {
    return textPdf(text, options)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

async function setLetter(letter: Letter, fontFiles: readonly string[]): Promise<MadePdf> {
  const { letterPage } = await import('#platform/pdf/pages/letter-page.ts')
  return letterPage(letter, fontFiles)
}

async function stamp(
  documents: PdfiumDocuments,
  asked: StampTask & { fontFiles: readonly string[] },
): Promise<MadePdf | StampFault | undefined> {
  const { stampPdf } = await import('#platform/pdf/stamps/stamp-pdf.ts')
  return stampPdf(documents, asked)
}

function matcher({ source, flags }: Pattern): (text: string) => Match {
  const expression = new RegExp(source, flags)
  return (text) => {
    const found = expression.exec(text)
    return found && { ...found.groups }
  }
}
