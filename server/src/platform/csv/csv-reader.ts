import type { FileProblem } from './file-problem.ts'
import { unguarded } from './formula-guard.ts'

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
const DELIMITERS = [',', ';', '\t']

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
    let at = 0
    let quote = this.#text.indexOf('"')
    while (at < this.#text.length) {
      const end = this.#text.indexOf(this.#lineEnd, at)
      if (quote >= 0 && quote < at) quote = this.#text.indexOf('"', at)
      const isPlain = quote < 0 || (end >= 0 && end < quote)
      if (isPlain && end < 0 && !isLast) break
      const row = isPlain ? this.#plainRow(at, end) : this.#quotedRow(at, isLast)
      if (!row) break
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
    const counts = new Map(DELIMITERS.map((one) => [one, 0]))
    let isQuoted = false
    let isBlank = true
    let before = '\n'
    for (let at = 0; at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? ''
      // A quote opens a cell, or is doubled within one; elsewhere it is a sign like any other.
      if (character === '"') isQuoted = !isQuoted && ('"\r\n'.includes(before) || counts.has(before))
      before = character
      if (isQuoted) continue
      if (isBlank && /\s/.test(character) && !counts.has(character)) continue
      isBlank = false
      if (character === '\n' || character === '\r') {
        // Whether a line feed follows is not known yet.
        if (character === '\r' && at + 1 === this.#text.length && !isLast) return this.#waitForMore(isQuoted)
        if (character === '\r' && this.#text[at + 1] !== '\n') this.#lineEnd = '\r'
        return this.#decide(counts)
      }
      if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    if (isQuoted && isLast) throw this.#unclosed()
    return isLast ? this.#decide(counts) : this.#waitForMore(isQuoted)
  }

  #waitForMore(isQuoted: boolean): false {
    if (this.#text.length > MAX_ROW_CHARACTERS) throw isQuoted ? this.#unclosed() : this.#tooLong()
    return false
  }

  #decide(counts: Map<string, number>): true {
    const [first] = [...counts].sort(([, a], [, b]) => b - a)
    this.#delimiter = first?.[0] ?? ','
    return true
  }

  #plainRow(at: number, end: number): CsvRow & { next: number; lineEnds: number } {
    const isEnded = end >= 0
    const stop = isEnded ? end : this.#text.length
    const before = stop > at && this.#text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop
    const text = this.#text.slice(at, before)
    const split = text.split(this.#delimiter)
    const cells = text.includes("'") ? split.map(unguarded) : split
    return { line: this.#line, cells, isDoubtful: false, next: isEnded ? end + 1 : stop, lineEnds: isEnded ? 1 : 0 }
  }

  /** Nothing when the row is not complete yet. */
  #quotedRow(from: number, isLast: boolean): (CsvRow & { next: number; lineEnds: number }) | undefined {
    const cells: string[] = []
    const endsAt = this.#endsOfCells(from)
    let at = from
    let lineEnds = 0
    let isDoubtful = false
    for (;;) {
      const quoted = this.#text[at] === '"' ? this.#quotedCell(at + 1) : NOT_QUOTED
      if (!quoted && (isLast || this.#text.length - from > MAX_ROW_CHARACTERS)) throw this.#unclosed()
      const start = quoted?.next ?? at
      const stop = endsAt(start)
      // The cell may go on, or its quote may be doubled, in the text to come.
      if (!quoted || (stop === this.#text.length && !isLast)) return undefined
      const isEnd = stop === this.#text.length || this.#text[stop] === this.#lineEnd
      const rest = this.#text.slice(start, stop)
      const tail = isEnd && rest.endsWith('\r') ? rest.slice(0, -1) : rest
      isDoubtful ||= quoted !== NOT_QUOTED && tail !== ''
      cells.push(unguarded(quoted.cell + tail))
      lineEnds += quoted.lineEnds
      at = stop + 1
      if (!isEnd) continue
      const isEnded = stop < this.#text.length
      return { line: this.#line, cells, isDoubtful, next: isEnded ? at : stop, lineEnds: lineEnds + (isEnded ? 1 : 0) }
    }
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

  /** Tells where the cell that goes on at a place ends. What lies ahead is looked for once, however many cells there are. */
  #endsOfCells(from: number): (at: number) => number {
    const ahead = [this.#delimiter, this.#lineEnd].map((sign) => ({ sign, at: this.#place(sign, from) }))
    return (at) => {
      for (const one of ahead) if (one.at < at) one.at = this.#place(one.sign, at)
      return Math.min(...ahead.map((one) => one.at))
    }
  }

  #place(sign: string, from: number): number {
    const at = this.#text.indexOf(sign, from)
    return at < 0 ? this.#text.length : at
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
