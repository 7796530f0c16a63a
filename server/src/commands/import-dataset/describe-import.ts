import type { DatasetImport } from '#modules/imports/index.ts'

/** How an import ended, in two lines. */
export function describeImport({ dataset_id, result, dry_run, stats, total_values_count }: DatasetImport): string {
  const outcome = {
    success: dry_run ? 'would be imported' : 'was imported',
    partial_success: dry_run ? 'would be imported without the rows below' : 'was imported without the rows below',
    error: 'was not imported',
  }[result ?? 'error']
  const changes: [count: number, what: string][] = [
    [stats.dimensions_created, 'dimensions created'],
    [stats.values_created, 'values created'],
    [stats.values_updated, 'values updated'],
    [stats.values_deleted, 'values deleted'],
    [stats.row_errors, 'rows with errors'],
    [stats.warnings, 'warnings'],
  ]
  const told = changes.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${inFigures(count)}`)
  return [
    `The file ${outcome}: ${inFigures(stats.rows)} rows, ${inFigures(total_values_count)} values, data set ${dataset_id}.`,
    told.length > 0 ? told.join(', ') : 'Nothing is different.',
  ].join('\n')
}

/** As many as the record of an import has. */
const MAX_SHOWN = 100

/** The first errors as a table, and how many there are. */
export function errorTable({ errors }: DatasetImport): string {
  const rows = [
    ['LINE', 'COLUMN', 'CODE', 'MESSAGE'],
    ...errors.map(({ line, field, code, message }) => [`${line ?? ''}`, field ?? '', code, message]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  const isCut = errors.length === MAX_SHOWN
  return isCut ? `${lines.join('\n')}\nThese are the first ${MAX_SHOWN} errors.` : lines.join('\n')
}

function inFigures(count: number): string {
  return count.toLocaleString('en')
}
