import type { Blobs } from '#platform/blobs/blobs.ts'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { type CsvRow, UnreadableCsv } from '#platform/csv/csv-reader.ts'
import { badQuotes, type FileProblem, tooManyCells } from '#platform/csv/file-problem.ts'

const COLUMNS = ['technical_id', 'email', 'first_name', 'last_name', 'language', 'role', 'organization_codes'] as const
export type ManagerColumn = (typeof COLUMNS)[number]
const OPTIONAL: readonly ManagerColumn[] = ['language']

/** A row is one profile of a manager. `cells` is the row as it was sent. */
export type ManagerRow = {
  line: number
  cells: string[]
  values: Partial<Record<ManagerColumn, string>>
  /** What leaves doubt about its cells. */
  problem: FileProblem | undefined
}

export type ManagerFile = {
  rows: number
  /** The rows of each manager, in the order in which managers come first. */
  managers: ManagerRow[][]
  /** What makes the whole file unusable. */
  faults: FileProblem[]
}

/** Managers are joined from rows anywhere in the file, so it is read as a whole; the caller limits its size. */
export async function readManagerFile(blobs: Blobs, key: string): Promise<ManagerFile> {
  const managers = new JoinedManagers()
  const faults: FileProblem[] = []
  let header: string[] | undefined
  try {
    for await (const row of rowsOf(blobs, key)) {
      if (header) managers.add(readRow(row, header))
      else {
        header = row.cells.map((cell) => cell.trim())
        faults.push(...(row.isDoubtful ? [badQuotes(row.line)] : headerFaults(header)))
        if (faults.length > 0) break
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    faults.push(error.problem)
  }
  return { rows: managers.rows, managers: managers.list(), faults }
}

/** Gathers the rows of each manager. A row without an id stands alone. */
class JoinedManagers {
  rows = 0
  readonly #byId = new Map<string | number, ManagerRow[]>()

  add(row: ManagerRow): void {
    this.rows += 1
    const id = row.values.technical_id ?? row.line
    const joined = this.#byId.get(id)
    if (joined) joined.push(row)
    else this.#byId.set(id, [row])
  }

  list(): ManagerRow[][] {
    return [...this.#byId.values()]
  }
}

/** The first line, as it was sent; nothing if it cannot be read. */
export async function readHeader(blobs: Blobs, key: string): Promise<string[]> {
  try {
    for await (const { cells } of rowsOf(blobs, key)) return cells
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
  }
  return []
}

/** The rows that hold anything. */
export async function* rowsOf(blobs: Blobs, key: string): AsyncGenerator<CsvRow> {
  const source = await blobs.get(key)
  if (!source) throw new Error('The file of the import no longer exists.')
  const csv = new CsvFile()
  for await (const piece of source) yield* filled(csv.read(piece))
  yield* filled(csv.read(undefined))
}

function* filled(rows: Iterable<CsvRow>): Generator<CsvRow> {
  for (const row of rows) if (row.cells.some((cell) => cell.trim() !== '')) yield row
}

function readRow({ line, cells, isDoubtful }: CsvRow, header: string[]): ManagerRow {
  const values: ManagerRow['values'] = {}
  for (const [index, name] of header.entries()) {
    const value = cells[index]?.trim()
    if (value && isColumn(name)) values[name] = value
  }
  const problem = isDoubtful ? badQuotes(line) : tooManyCells(line, cells, header.length)
  return { line, cells, values, problem }
}

function isColumn(name: string): name is ManagerColumn {
  return (COLUMNS as readonly string[]).includes(name)
}

function headerFaults(header: string[]): FileProblem[] {
  const missing = COLUMNS.filter((name) => !header.includes(name) && !OPTIONAL.includes(name))
  const repeated = COLUMNS.filter((name) => header.indexOf(name) !== header.lastIndexOf(name))
  return [
    ...missing.map((field) => ({ line: 1, field, code: 'missing_column', message: `The column ${field} is missing.` })),
    ...repeated.map((field) => ({ line: 1, field, code: 'repeated', message: 'This column appears more than once.' })),
  ]
}
