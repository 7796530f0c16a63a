import type { FileProblem } from './file-problem.ts'
import { unguarded } from './formula-guard.ts'
import { scanFirstRow } from './scan-first-row.ts'

/** A file that cannot be read any further, as opposed to a row that can be left out. */
export class UnreadableCsv extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** A row, with the line on which it begins. Text behind a closing quote makes its cells doubtful. */
export type CsvRow = { line: number; cells: string[]; isDoubtful: boolean }

/** Far more than a row of ten codes and their translations has; a file without line ends is not gathered up. */
const MAX_ROW_CHARACTERS = 1024 * 1024

/** A row with where the next one begins, and how many lines lie between. */
type ReadRow = CsvRow & { next: number; lineEnds: number }

/** A cell of a row that has quotes, with where the next one begins. */
type ReadCell = { text: string; next: number; lineEnds: number; isDoubtful: boolean; isRowEnd: boolean }

/** What stood between quotes, and where it ended. */
type QuotedCell = { cell: string; next: number | undefined; lineEnds: number }
const NOT_QUOTED: QuotedCell = { cell: '', next: undefined, lineEnds: 0 }

/**
 * Reads CSV as it comes: RFC 4180, with the delimiter and the line ends of its first row. It tells on which line a row
 * begins, also behind cells that hold line breaks. The apostrophe that guards against formulas is not part of a cell.
 */
export class CsvReader {
  #text = ''
  #line = 1
  #delimiter = ''
  #lineEnd = '\n'

  /** The line at the end of what was read, within a row or not. */
  get lastLine(): number {
    return this.#line + this.#text.split(this.#lineEnd).length - 1
  }

  /** The rows that are complete with this text; without one, what is left at the end of the file. */
  *read(text?: string): Generator<CsvRow> {
    this.#text += text ?? ''
    const isLast = text === undefined
    if (this.#delimiter === '' && !this.#learn(isLast)) return
    const rowAt = this.#rowReader(isLast)
    let at = 0
    for (let row = rowAt(at); row; row = rowAt(at)) {
      if (row.next - at > MAX_ROW_CHARACTERS) throw this.#tooLong()
      at = row.next
      yield row
      this.#line += row.lineEnds
    }
    this.#text = this.#text.slice(at)
    if (this.#text.length > MAX_ROW_CHARACTERS) throw this.#tooLong()
  }

  /** Looks at the first row for the delimiter and the line ends. */
  #learn(isLast: boolean): boolean {
    const text = this.#text
    const { delimiter, end, isQuoted } = scanFirstRow(text)
    if (isQuoted && isLast) throw this.#unclosed()
    const isReturn = end !== undefined && text[end] === '\r'
    // Whether a line feed follows the return is not known yet.
    const isUndecided = end === undefined || (isReturn && end + 1 === text.length)
    if (isUndecided && !isLast) return this.#waitForMore(isQuoted)
    if (isReturn && text[end + 1] !== '\n') this.#lineEnd = '\r'
    this.#delimiter = delimiter
    return true
  }

  #waitForMore(isQuoted: boolean): false {
    if (this.#text.length > MAX_ROW_CHARACTERS) throw isQuoted ? this.#unclosed() : this.#tooLong()
    return false
  }

  /** Reads the row at a place; nothing when it is not complete yet, or the text is over. */
  #rowReader(isLast: boolean): (at: number) => ReadRow | undefined {
    const lineEndFrom = this.#finder(this.#lineEnd)
    const quoteFrom = this.#finder('"')
    return (at) => {
      if (at === this.#text.length) return undefined
      const end = lineEndFrom(at)
      if (quoteFrom(at) < end) return this.#quotedRow(at, isLast)
      return end < this.#text.length || isLast ? this.#plainRow(at, end) : undefined
    }
  }

  #plainRow(at: number, end: number): ReadRow {
    const isEnded = end < this.#text.length
    const before = end > at && this.#text.charCodeAt(end - 1) === 13 ? end - 1 : end
    const text = this.#text.slice(at, before)
    const split = text.split(this.#delimiter)
    const cells = text.includes("'") ? split.map(unguarded) : split
    return { line: this.#line, cells, isDoubtful: false, next: isEnded ? end + 1 : end, lineEnds: isEnded ? 1 : 0 }
  }

  /** Nothing when the row is not complete yet. */
  #quotedRow(from: number, isLast: boolean): ReadRow | undefined {
    const cellAt = this.#cellReader(from, isLast)
    const cells: string[] = []
    let at = from
    let lineEnds = 0
    let isDoubtful = false
    for (;;) {
      const cell = cellAt(at)
      if (!cell) return undefined
      cells.push(cell.text)
      at = cell.next
      lineEnds += cell.lineEnds
      isDoubtful ||= cell.isDoubtful
      if (cell.isRowEnd) return { line: this.#line, cells, isDoubtful, next: at, lineEnds }
    }
  }

  /** Reads the cell at a place. Nothing when it, or the doubling of its quote, may go on in the text to come. */
  #cellReader(rowStart: number, isLast: boolean): (at: number) => ReadCell | undefined {
    const delimiterFrom = this.#finder(this.#delimiter)
    const lineEndFrom = this.#finder(this.#lineEnd)
    return (at) => {
      const quoted = this.#text[at] === '"' ? this.#quotedCell(at + 1) : NOT_QUOTED
      if (!quoted) return this.#waitForQuote(rowStart, isLast)
      const start = quoted.next ?? at
      const lineEnd = lineEndFrom(start)
      const stop = Math.min(delimiterFrom(start), lineEnd)
      if (stop === this.#text.length && !isLast) return undefined
      return this.#cellOf(quoted, { start, stop, isRowEnd: stop === lineEnd })
    }
  }

  /** Joins what stood between quotes to the text behind it. */
  #cellOf(quoted: QuotedCell, { start, stop, isRowEnd }: { start: number; stop: number; isRowEnd: boolean }): ReadCell {
    const isTextEnd = stop === this.#text.length
    const rest = this.#text.slice(start, stop)
    const tail = isRowEnd && rest.endsWith('\r') ? rest.slice(0, -1) : rest
    return {
      text: unguarded(quoted.cell + tail),
      next: isTextEnd ? stop : stop + 1,
      lineEnds: quoted.lineEnds + (isRowEnd && !isTextEnd ? 1 : 0),
      isDoubtful: quoted !== NOT_QUOTED && tail !== '',
      isRowEnd,
    }
  }

  #waitForQuote(rowStart: number, isLast: boolean): undefined {
    if (isLast || this.#text.length - rowStart > MAX_ROW_CHARACTERS) throw this.#unclosed()
  }

  #quotedCell(from: number): QuotedCell | undefined {
    let cell = ''
    let start = from
    for (;;) {
      const quote = this.#text.indexOf('"', start)
      if (quote < 0) return undefined
      cell += this.#text.slice(start, quote)
      if (this.#text[quote + 1] !== '"') {
        return { cell, next: quote + 1, lineEnds: cell.split(this.#lineEnd).length - 1 }
      }
      cell += '"'
      start = quote + 2
    }
  }

  /**
   * Tells where a sign is, at a place or after it; the end of the text when it does not come again. Places are asked for
   * in their order, so the text is searched once, however many cells it has.
   */
  #finder(sign: string): (from: number) => number {
    let at = -1
    return (from) => {
      if (at >= from) return at
      const found = this.#text.indexOf(sign, from)
      at = found < 0 ? this.#text.length : found
      return at
    }
  }

  #unclosed(): UnreadableCsv {
    return new UnreadableCsv({
      line: this.#line,
      field: null,
      code: 'unclosed_quote',
      message: `A quote that is opened on this line is never closed, or not within ${MAX_ROW_CHARACTERS.toLocaleString('en')} characters.`,
    })
  }

  #tooLong(): UnreadableCsv {
    const message = `This row has more than ${MAX_ROW_CHARACTERS.toLocaleString('en')} characters.`
    return new UnreadableCsv({ line: this.#line, field: null, code: 'row_too_long', message })
  }
}
