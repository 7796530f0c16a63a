import { isDimensionId, MAX_DIMENSIONS } from '#modules/datasets/definitions/dimension.ts'
import type { FileProblem } from '#platform/csv/file-problem.ts'
import { isLanguageCode } from '#platform/text/language.ts'

/** A column holds the code of its level, or one of its translations. */
type Column = { name: string; level: number; language: string | undefined }

/** What the first line of a file of values says. */
export type ValueFileHeader = {
  columns: Column[]
  /** The dimensions that the file has columns for, from the first level down. */
  dimensions: string[]
  /** For each of them, the languages that it has columns for. */
  languages: string[][]
}

/** A code and two hundred translations for each level. */
const MAX_COLUMNS = MAX_DIMENSIONS * 201

/** Reads the header against the dimensions that the data set has; new ones come after them, in the order of the columns. */
export function parseHeader(
  cells: readonly string[],
  known: readonly string[],
): { header: ValueFileHeader; problems: FileProblem[] } {
  if (cells.length > MAX_COLUMNS) {
    return { header: { columns: [], dimensions: [], languages: [] }, problems: [tooManyColumns(cells.length)] }
  }
  const named = cells.map((cell) => parseName(cell.trim()))
  const own = new Set(named.flatMap(({ language, id }) => (language === undefined ? [id] : [])))
  const all = [...new Set([...known, ...own])]
  const depth = Math.max(0, ...[...own].map((id) => all.indexOf(id) + 1))
  const dimensions = all.slice(0, depth)
  const columns = named.map(({ name, id, language }) => ({ name, level: all.indexOf(id) + 1, language }))
  const languages = dimensions.map((_, index) =>
    columns.flatMap(({ level, language }) => (level === index + 1 && language !== undefined ? [language] : [])),
  )
  const problems = [
    ...named.flatMap((one, index) => problemOf(one, named.slice(0, index), own, index)),
    ...dimensions.filter((id) => !own.has(id)).map(missingLevel),
    ...(all.length > MAX_DIMENSIONS ? [tooManyDimensions()] : []),
  ]
  return { header: { columns, dimensions, languages }, problems }
}

type ColumnName = { name: string; id: string; language: string | undefined }

/** `country` or `country.fr-fr`. */
function parseName(name: string): ColumnName {
  const dot = name.indexOf('.')
  if (dot < 0) return { name, id: name, language: undefined }
  return { name, id: name.slice(0, dot), language: name.slice(dot + 1).toLowerCase() }
}

function problemOf(
  { name, id, language }: ColumnName,
  before: ColumnName[],
  own: Set<string>,
  index: number,
): FileProblem[] {
  const at = { line: 1, field: name }
  if (name === '') return [{ ...at, code: 'unnamed_column', message: `Column ${index + 1} has no name.` }]
  if (!isDimensionId(id)) return [{ ...at, code: 'invalid_dimension', message: BAD_DIMENSION }]
  if (language !== undefined && !isLanguageCode(language)) {
    return [{ ...at, code: 'invalid_language', message: `${language} is not a valid BCP 47 language tag.` }]
  }
  if (before.some((one) => one.id === id && one.language === language)) {
    return [{ ...at, code: 'repeated', message: 'This column appears more than once.' }]
  }
  if (own.has(id)) return []
  return [
    {
      ...at,
      code: 'missing_column',
      message: `Column ${id} with the codes is missing; the file has only its translations.`,
    },
  ]
}

const BAD_DIMENSION =
  'A column must be named <dimension> or <dimension>.<language>; a dimension has 1 to 100 letters, digits, _ and -.'

function missingLevel(id: string): FileProblem {
  const message = `Column ${id} is missing; the data set has this dimension above others of the file.`
  return { line: 1, field: id, code: 'missing_column', message }
}

function tooManyDimensions(): FileProblem {
  return {
    line: 1,
    field: null,
    code: 'too_many',
    message: `A data set can have at most ${MAX_DIMENSIONS} dimensions.`,
  }
}

function tooManyColumns(count: number): FileProblem {
  const message = `The file has ${count} columns (at most ${MAX_COLUMNS} are allowed).`
  return { line: 1, field: null, code: 'too_many_columns', message }
}
