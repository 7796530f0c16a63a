import { flattenPageAsShown } from './flatten-annotations.ts'
import type { Pdfium } from './load-pdfium.ts'
import { withDocument, withForm, withMemory, withPage } from './read-with-pdfium.ts'
import { type Edges, type Letter, linesOf, PAGE_UNITS, type TextLine, type Turn } from './text-lines.ts'

/** The text of a page; `ratio` is its height by its width. A picture of a page, such as a scan, has no lines. */
export type PageText = { page: number; ratio: number; lines: TextLine[] }
/** Failures of strangers are data. `next` is the first page that is missing. */
export type TextReading =
  | { outcome: 'read'; pages: PageText[]; next: number | null }
  | { outcome: 'no_such_page'; pageCount: number }
  | { outcome: 'not_readable' }

const NOT_READABLE = { outcome: 'not_readable' } as const
/** An answer ends with the page that exceeds one of these. */
const MAX_PAGES = 25
const MAX_CHARACTERS = 60_000
/** A caller that waits for hundreds of drawings gets them in several answers, each well within the time limit. */
const MAX_MS = 2000
/** No page that people read has more; what is beyond is left out. */
const MAX_PAGE_CHARACTERS = 30_000
/** How PDFium marks a hyphen at the end of a line. */
const HYPHEN = 2
const LINE_FEED = 10

/** Reads the text of pages and where it stands: as many pages as fit into an answer, from the one that is asked for. */
export function readText(pdfium: Pdfium, bytes: Uint8Array, from: number): TextReading {
  const read = (document: number): TextReading => {
    const pageCount = pdfium._FPDF_GetPageCount(document)
    if (from > pageCount) return { outcome: 'no_such_page', pageCount }
    return withForm(pdfium, document, (form) => readPages(pdfium, { document, form, from, pageCount }))
  }
  return withDocument(pdfium, bytes, read, NOT_READABLE)
}

type Asked = { document: number; form: number; from: number; pageCount: number }

function readPages(pdfium: Pdfium, { document, form, from, pageCount }: Asked): TextReading {
  const pages: PageText[] = []
  let characters = 0
  let page = from
  const endsAt = performance.now() + MAX_MS
  const isFull = () => pages.length >= MAX_PAGES || characters >= MAX_CHARACTERS || performance.now() >= endsAt
  do {
    const found = { document, form, page }
    // What is filled in is text of the page only when it is drawn upon it.
    withPage(pdfium, found, (handle) => flattenPageAsShown(pdfium, handle))
    const read = withPage(pdfium, found, (handle) => readPage(pdfium, handle, page))
    characters += read?.characters ?? 0
    pages.push(read?.text ?? { page, ratio: 1, lines: [] })
    page += 1
  } while (page <= pageCount && !isFull())
  return { outcome: 'read', pages, next: page > pageCount ? null : page }
}

function readPage(pdfium: Pdfium, handle: number, page: number): { text: PageText; characters: number } {
  const ratio = pdfium._FPDF_GetPageHeight(handle) / pdfium._FPDF_GetPageWidth(handle)
  const text = { page, ratio: Number.isFinite(ratio) && ratio > 0 ? Math.round(ratio * 10_000) / 10_000 : 1 }
  const textPage = pdfium._FPDFText_LoadPage(handle)
  if (textPage === 0) return { text: { ...text, lines: [] }, characters: 0 }
  try {
    const characters = Math.max(0, Math.min(pdfium._FPDFText_CountChars(textPage), MAX_PAGE_CHARACTERS))
    return { text: { ...text, lines: linesOf(lettersOf(pdfium, handle, textPage, characters)) }, characters }
  } finally {
    pdfium._FPDFText_ClosePage(textPage)
  }
}

function lettersOf(pdfium: Pdfium, page: number, textPage: number, characters: number): Letter[] {
  const places = new Places(pdfium, page, textPage)
  const turned = pdfium._FPDFPage_GetRotation(page) * 90
  return withMemory(pdfium, Places.BYTES, (at) =>
    Array.from({ length: characters }, (_, index) => {
      const text = textOf(pdfium._FPDFText_GetUnicode(textPage, index))
      if (text === '' || text === ' ' || text === '\n') return { text, turn: 0, edges: undefined }
      const degrees = (pdfium._FPDFText_GetCharAngle(textPage, index) * 180) / Math.PI
      return { text, turn: quarterOf(turned - degrees), edges: places.edgesOf(index, at) }
    }),
  )
}

/** Control characters stand for nothing that is shown, nor do the two codes that are no characters. */
function textOf(code: number): string {
  if (code === HYPHEN) return '-'
  if (code === LINE_FEED) return '\n'
  const isShown = code >= 32 && code !== 127 && code !== 0xfffe && code !== 0xffff && code <= 0x10_ffff
  return isShown ? String.fromCodePoint(code) : ''
}

/** Text that leans is treated as if it were turned to the nearest side. */
function quarterOf(degrees: number): 0 | Turn {
  const quarters = Math.round(degrees / 90) || 0
  return ((((quarters % 4) + 4) % 4) * 90) as 0 | Turn
}

/** Where letters stand on a page as it is shown: turned, and without what is cut off. */
class Places {
  /** Four numbers of a box, and two of a point. */
  static readonly BYTES = 24
  readonly #pdfium: Pdfium
  readonly #page: number
  readonly #textPage: number

  constructor(pdfium: Pdfium, page: number, textPage: number) {
    this.#pdfium = pdfium
    this.#page = page
    this.#textPage = textPage
  }

  edgesOf(index: number, at: number): Edges | undefined {
    if (!this.#pdfium._FPDFText_GetLooseCharBox(this.#textPage, index, at)) return undefined
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(this.#pdfium.HEAPU8.buffer, at, 4)
    const one = this.#shown(left, top, at + 16)
    const other = this.#shown(right, bottom, at + 16)
    return {
      left: Math.min(one.x, other.x),
      top: Math.min(one.y, other.y),
      right: Math.max(one.x, other.x),
      bottom: Math.max(one.y, other.y),
    }
  }

  #shown(x: number, y: number, at: number): { x: number; y: number } {
    this.#pdfium._FPDF_PageToDevice(this.#page, 0, 0, PAGE_UNITS, PAGE_UNITS, 0, x, y, at, at + 4)
    const [shownX = 0, shownY = 0] = new Int32Array(this.#pdfium.HEAPU8.buffer, at, 2)
    return { x: shownX, y: shownY }
  }
}
