import type { PageFont } from '#platform/pdf/fonts/page-font.ts'
import { pickFont } from '#platform/pdf/fonts/pick-font.ts'
import { piecesOf, printableText } from '#platform/pdf/text/printable-text.ts'
import { wrapLine } from '#platform/pdf/text/wrap-line.ts'
import { A4, a4Pdf, textBlock, type WrittenPdf } from './a4-pdf.ts'

const FONTS = { standard: 'Courier', other: 'DejaVuSansMono' } as const
const COLUMNS = 80
const TAB_COLUMNS = 8
/** As many lines as the listings of old have on a page, most of which were made for printers. */
const PAGE_LINES = 66
const MAX_PAGES = 5000
const PAGE = { size: 10, lineHeight: 11.25, left: 57.6, firstBaseline: A4.height - 57.6 }

/** A text as A4 pages in a typewriter font: line feeds begin lines, form feeds begin pages, tabs go to every 8th column, long lines are wrapped (at a blank where there is one), never cut off. */
export function textPdf(text: string, { title }: { title: string }): WrittenPdf {
  const printable = printableText(text)
  const font = pickFont(printable, FONTS)
  return a4Pdf(contentsOf(printable, font), font, title)
}

function* contentsOf(text: string, font: PageFont): Generator<string> {
  let pageCount = 0
  for (const sheet of piecesOf(withoutLastEjection(text), '\f')) {
    for (const lines of pagesOf(sheet, font)) {
      pageCount += 1
      if (pageCount > MAX_PAGES) throw new RangeError(`The text has more than ${MAX_PAGES} pages.`)
      yield textBlock(lines, font, PAGE)
    }
  }
}

/** Printers are told by a form feed to give out the last page: it begins none. */
function withoutLastEjection(text: string): string {
  const at = text.lastIndexOf('\f')
  return at >= 0 && text.slice(at).trim() === '' ? text.slice(0, at) : text
}

function* pagesOf(sheet: string, font: PageFont): Generator<string[]> {
  let page: string[] = []
  // Empty lines at the end fill no page of their own.
  for (const line of piecesOf(sheet.trimEnd(), '\n')) {
    for (const row of rowsOf(line.trimEnd(), font)) {
      if (page.length === PAGE_LINES) {
        yield page
        page = []
      }
      page.push(row)
    }
  }
  yield page
}

function rowsOf(line: string, font: PageFont): Iterable<string> {
  const hasTabs = line.includes('\t')
  if (!hasTabs && line.length <= COLUMNS) return [line]
  // Accents that are drawn above the letter before them take no column.
  const columnsOf = (character: string) => (font.widthOf(character) > 0 ? 1 : 0)
  return wrapLine(hasTabs ? withoutTabs(line, columnsOf) : line, COLUMNS, columnsOf)
}

function* withoutTabs(line: string, columnsOf: (character: string) => number): Generator<string> {
  let column = 0
  for (const character of line) {
    if (character !== '\t') {
      column += columnsOf(character)
      yield character
      continue
    }
    const blanks = TAB_COLUMNS - (column % TAB_COLUMNS)
    column += blanks
    for (let blank = 0; blank < blanks; blank += 1) yield ' '
  }
}
