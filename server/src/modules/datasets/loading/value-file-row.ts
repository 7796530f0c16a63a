import { MAX_NAME_CHARACTERS, type Translations } from '#kernel/languages/translations.ts'
import { isCode } from '#modules/datasets/values/value-path.ts'
import type { CsvRow } from '#platform/csv/csv-reader.ts'
import { badQuotes, type FileProblem, tooManyCells } from '#platform/csv/file-problem.ts'
import { isCleanText } from '#platform/text/text.ts'
import type { ValueFileHeader } from './value-file-header.ts'

/** One level of the path that a row is, from the first to the one that it defines. */
export type RowLevel = { code: string; path: string; level: number; names: Translations }

/** A row is one path, filled from the first level without holes. */
export function parseRow(
  { line, cells, isDoubtful }: CsvRow,
  header: ValueFileHeader,
): { levels: RowLevel[]; problems: FileProblem[] } {
  if (isDoubtful) return { levels: [], problems: [badQuotes(line)] }
  const overfull = tooManyCells(line, cells, header.columns.length)
  if (overfull) return { levels: [], problems: [overfull] }
  const levels: RowLevel[] = header.dimensions.map((_, index) => ({ code: '', path: '', level: index + 1, names: {} }))
  const problems: FileProblem[] = []
  for (const [index, { name, level, language }] of header.columns.entries()) {
    const cell = cells[index]
    const at = levels[level - 1]
    if (!cell || !at) continue
    const problem = language === undefined ? checkCode(cell) : checkName(cell)
    if (problem) problems.push({ line, field: name, ...problem })
    else if (language === undefined) at.code = cell
    else at.names[language] = cell
  }
  if (problems.length > 0) return { levels: [], problems }
  return filledLevels(line, levels, header)
}

function filledLevels(line: number, levels: RowLevel[], { dimensions }: ValueFileHeader) {
  const depth = levels.findLastIndex(({ code }) => code !== '') + 1
  const hole = levels.findIndex(({ code }, index) => code === '' && index < depth)
  if (hole >= 0 || depth === 0) return { levels: [], problems: [missingCode(line, dimensions, Math.max(hole, 0))] }
  const stray = levels.findIndex(({ names }, index) => index >= depth && Object.keys(names).length > 0)
  if (stray >= 0) return { levels: [], problems: [missingCode(line, dimensions, stray)] }
  const filled = levels.slice(0, depth)
  let path = ''
  for (const level of filled) {
    path = path === '' ? level.code : `${path}.${level.code}`
    level.path = path
  }
  return { levels: filled, problems: [] }
}

function checkCode(cell: string): { code: string; message: string } | undefined {
  if (!cell.includes('.') && isCode(cell)) return undefined
  const message = 'A code must have 1 to 255 characters, without dots, slashes or control characters.'
  return { code: 'invalid_code', message }
}

function checkName(cell: string): { code: string; message: string } | undefined {
  if (!isCleanText(cell)) return { code: 'invalid_text', message: 'This contains characters that cannot be stored.' }
  if (cell.length <= MAX_NAME_CHARACTERS || [...cell].length <= MAX_NAME_CHARACTERS) return undefined
  return { code: 'too_long', message: `A translation exceeds ${MAX_NAME_CHARACTERS} characters.` }
}

function missingCode(line: number, dimensions: string[], index: number): FileProblem {
  const field = dimensions[index] ?? null
  return { line, field, code: 'missing_code', message: `The code of ${field} is missing.` }
}
