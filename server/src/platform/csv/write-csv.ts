import { guarded } from './formula-guard.ts'

/**
 * A row as RFC 4180 has it. Texts that a spreadsheet would take for a formula are guarded; `CsvReader` takes the guard off,
 * so that what was written is read again as it was.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  const text = typeof cell === 'number' ? String(cell) : guarded(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
