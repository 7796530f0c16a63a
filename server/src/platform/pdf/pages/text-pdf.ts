import type { Typeface } from '#platform/pdf/fonts/page-font.ts'
import { piecesOf, printableText } from '#platform/pdf/text/printable-text.ts'
import { countColumns, type Line, setLine, setLines } from '#platform/pdf/text/set-lines.ts'
import { A4, a4Pdf, textBlock, type WrittenPdf } from './a4-pdf.ts'

type Options = { title: string; fontFiles?: readonly string[] }

const FONTS = { standard: 'Courier', others: ['DejaVuSansMono', 'DejaVuSans'] } as const
const COLUMNS = 80
const TAB_COLUMNS = 8
/** As many lines as the listings of old have on a page, most of which were made for printers. */
const PAGE_LINES = 66
const MAX_PAGES = 5000
// Paragraphs from the right begin at the left as well: what stands in columns would not do so any more.
const PAGE = { size: 10, lineHeight: 11.25, left: 57.6, firstBaseline: A4.height - 57.6, width: 0 }

/** A text as A4 pages in a typewriter font: line feeds begin lines, form feeds begin pages, tabs go to every 8th column, long lines are wrapped (at a blank where there is one), never cut off. */
export function textPdf(text: string, { title, fontFiles = [] }: Options): WrittenPdf {
  const printable = printableText(text)
  return a4Pdf((fonts) => contentsOf(printable, fonts.typefaceFor(printable, FONTS)), { title, fontFiles })
}

function* contentsOf(text: string, typeface: Typeface): Generator<string> {
  const columnWidth = setLine('x', typeface).width
  let pageCount = 0
  for (const sheet of piecesOf(withoutLastEjection(text), '\f')) {
    for (const lines of pagesOf(sheet, { typeface, columnWidth })) {
      pageCount += 1
      if (pageCount > MAX_PAGES) throw new RangeError(`The text has more than ${MAX_PAGES} pages.`)
      yield textBlock(lines, PAGE)
    }
  }
}

const EMPTY_LINE: Line = { clusters: [], width: 0, isRightToLeft: false }

type Columns = { typeface: Typeface; columnWidth: number }

/** Printers are told by a form feed to give out the last page: it begins none. */
function withoutLastEjection(text: string): string {
  const at = text.lastIndexOf('\f')
  return at >= 0 && text.slice(at).trim() === '' ? text.slice(0, at) : text
}

function* pagesOf(sheet: string, columns: Columns): Generator<Line[]> {
  let page: Line[] = []
  // Empty lines at the end fill no page of their own.
  for (const line of piecesOf(sheet.trimEnd(), '\n')) {
    for (const row of rowsOf(line.trimEnd(), columns)) {
      if (page.length === PAGE_LINES) {
        yield page
        page = []
      }
      page.push(row)
    }
  }
  yield page
}

function rowsOf(line: string, columns: Columns): Iterable<Line> {
  if (line === '') return [EMPTY_LINE]
  const { typeface, columnWidth } = columns
  const maxWidth = (COLUMNS + 0.5) * columnWidth
  return setLines(withoutTabs(line, columns), typeface, { maxWidth, columnWidth })
}

function withoutTabs(line: string, { typeface, columnWidth }: Columns): string {
  const [last = '', ...before] = line.split('\t').toReversed()
  let column = 0
  const parts = before.toReversed().map((part) => {
    column += countColumns(part, typeface, columnWidth)
    const blanks = TAB_COLUMNS - (column % TAB_COLUMNS)
    column += blanks
    return part + ' '.repeat(blanks)
  })
  return parts.join('') + last
}
