/** What is wrong with a file: on which line and in which column, where it concerns one. */
export type FileProblem = { line: number | null; field: string | null; code: string; message: string }

/** Of a row that has more cells than there are columns; empty ones do no harm. */
export function tooManyCells(line: number, cells: readonly string[], columns: number): FileProblem | undefined {
  if (cells.slice(columns).every((cell) => cell === '')) return undefined
  const message = `This row has ${cells.length} cells; the header has ${columns}.`
  return { line, field: null, code: 'too_many_cells', message }
}

/** Of a row whose cells are doubtful. */
export function badQuotes(line: number): FileProblem {
  const message = 'Text follows the closing quote of a cell; quotes within a cell are doubled.'
  return { line, field: null, code: 'invalid_quotes', message }
}
