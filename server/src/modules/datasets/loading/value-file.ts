import type { Translations } from '#kernel/languages/translations.ts'
import { keyOfPath } from '#modules/datasets/values/value-path.ts'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { type CsvRow, UnreadableCsv } from '#platform/csv/csv-reader.ts'
import { badQuotes, type FileProblem } from '#platform/csv/file-problem.ts'
import { stagedLine } from './staged-line.ts'
import { parseHeader, type ValueFileHeader } from './value-file-header.ts'
import { parseRow, type RowLevel } from './value-file-row.ts'

export type ValueFileSettings = {
  /** The dimensions that the data set has. */
  dimensions: string[]
  /** The languages of the client. */
  languages: readonly string[]
}

/** What a piece of a file holds. */
export type ValueFileChunk = {
  /** The size of the piece. */
  bytes: number
  /** Finished lines for `staged_values`. */
  staged: Uint8Array<ArrayBuffer>
  rows: number
  /** Rows that are left out, with what is wrong with them. */
  badRows: number
  problems: FileProblem[]
  /** Comes once, with the part that completes the first line. */
  header: Pick<ValueFileHeader, 'dimensions' | 'languages'> | undefined
  /** What makes the whole file unusable; nothing follows. */
  faults: FileProblem[]
}

/** Values that rows passed through lately are not staged again and again: there are few, and most files are sorted. */
const MAX_REMEMBERED_CHARACTERS = 4 * 1024 * 1024
const ENTRY_OVERHEAD_CHARACTERS = 100

const ENCODER = new TextEncoder()

/** Reads a CSV file of values piece by piece, and makes the lines that are staged for the database. */
export class ValueFile {
  readonly #settings: ValueFileSettings
  readonly #csv = new CsvFile()
  readonly #passed = new Map<string, Passed>()
  #rememberedCharacters = 0
  #header: ValueFileHeader | undefined
  #isBroken = false

  constructor(settings: ValueFileSettings) {
    this.#settings = settings
  }

  /** What these bytes hold; without any, what is left at the end. */
  read(bytes: Uint8Array | undefined): ValueFileChunk {
    const part: ChunkInProgress = { lines: [], rows: 0, badRows: 0, problems: [], header: undefined, faults: [] }
    if (!this.#isBroken) this.#gather(bytes, part)
    const { lines, ...rest } = part
    return { ...rest, bytes: bytes?.byteLength ?? 0, staged: ENCODER.encode(lines.join('')) }
  }

  #gather(bytes: Uint8Array | undefined, part: ChunkInProgress): void {
    try {
      for (const row of this.#csv.read(bytes)) {
        const isBlank = row.cells.every((cell) => cell === '') && (this.#header || row.cells.length === 1)
        if (isBlank) continue
        if (!this.#header) this.#takeHeader(row, part)
        else this.#takeRow(row, this.#header, part)
        if (part.faults.length > 0) break
      }
      if (!bytes && !this.#header && part.faults.length === 0) part.faults.push(EMPTY_FILE)
    } catch (error) {
      if (!(error instanceof UnreadableCsv)) throw error
      part.faults.push(error.problem)
    }
    this.#isBroken = part.faults.length > 0
  }

  #takeHeader({ line, cells, isDoubtful }: CsvRow, part: ChunkInProgress): void {
    const { header, problems } = parseHeader(cells, this.#settings.dimensions)
    part.faults.push(...(isDoubtful ? [badQuotes(line)] : problems))
    this.#header = header
    part.header = { dimensions: header.dimensions, languages: header.languages }
  }

  #takeRow(row: CsvRow, header: ValueFileHeader, part: ChunkInProgress): void {
    part.rows += 1
    const { levels, problems } = parseRow(row, header)
    if (problems.length > 0) {
      part.badRows += 1
      part.problems.push(...problems)
      return
    }
    let parent: Passed | undefined
    for (const [index, level] of levels.entries()) {
      const isOwn = index === levels.length - 1
      const known = isOwn ? undefined : this.#passed.get(level.path)
      if (!known || !isSameNaming(known.names, level.names)) {
        part.lines.push(stagedLine(level, { line: row.line, isOwn, parent }, this.#settings.languages))
      }
      if (!isOwn) parent = this.#remember(level, known)
    }
  }

  #remember({ path, names }: RowLevel, known: Passed | undefined): Passed {
    if (known && isSameNaming(known.names, names)) return known
    const passed: Passed = known ?? { path: copyOf(path), key: keyOfPath(path), names: {} }
    passed.names = Object.fromEntries(Object.entries(names).map(([language, name]) => [language, copyOf(name)]))
    this.#rememberedCharacters += ENTRY_OVERHEAD_CHARACTERS + path.length + Object.values(names).join('').length
    if (this.#rememberedCharacters > MAX_REMEMBERED_CHARACTERS) {
      this.#passed.clear()
      this.#rememberedCharacters = 0
    }
    this.#passed.set(passed.path, passed)
    return passed
  }
}

/** A cell is a view of the text of its whole piece; what is remembered must not keep that. */
function copyOf(text: string): string {
  return Buffer.from(text).toString()
}

function isSameNaming(one: Translations, other: Translations): boolean {
  const languages = Object.keys(one)
  return (
    languages.length === Object.keys(other).length && languages.every((language) => one[language] === other[language])
  )
}

/** A value that a row passed through, with what the row called it. */
type Passed = { path: string; key: string; names: Translations }
type ChunkInProgress = Omit<ValueFileChunk, 'staged' | 'bytes'> & { lines: string[] }

const EMPTY_FILE: FileProblem = { line: null, field: null, code: 'empty_file', message: 'The file is empty.' }
