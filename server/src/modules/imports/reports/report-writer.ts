import type { Client } from '#kernel/work.ts'
import type { FileProblem } from '#platform/csv/file-problem.ts'
import type { Tx } from '#platform/db/db.ts'
import { insertLines } from './queries.ts'
import type { ReportLine, Severity } from './report-line.ts'

/** As many of the errors as the record of an import shows. */
const SHOWN = 100
const MAX_CHARACTERS = 500
/** A file can be nothing but errors, and no one reads that many; the record counts all of them. */
const MAX_LINES = 1_000_000

/** Writes the report of an import, in the transaction that ends it or one step of it. */
export class ReportWriter {
  readonly #tx: Tx
  readonly #client: Client
  readonly #importId: string
  #position: number
  /** The first errors. */
  readonly shown: FileProblem[]

  constructor(tx: Tx, client: Client, importId: string, so: { position: number; shown: FileProblem[] }) {
    this.#tx = tx
    this.#client = client
    this.#importId = importId
    this.#position = so.position
    this.shown = [...so.shown]
  }

  async add(severity: Severity, lines: readonly ReportLine[]): Promise<void> {
    const capacity = MAX_LINES - this.#position
    if (lines.length === 0 || capacity <= 0) return
    const storable = (lines.length < capacity ? lines : [...lines.slice(0, capacity - 1), FULL]).map(asStored)
    const unshown = severity === 'error' ? SHOWN - this.shown.length : 0
    for (const { line, field, code, message } of storable.slice(0, unshown)) {
      this.shown.push({ line, field, code, message })
    }
    await insertLines(this.#tx, this.#client, {
      importId: this.#importId,
      position: this.#position,
      severity,
      lines: storable,
    })
    this.#position += storable.length
  }
}

const FULL: ReportLine = {
  line: null,
  field: null,
  code: 'report_full',
  message: 'The report is full; more entries were omitted.',
}

/** A file can hold NUL, and a column can have a name of any length; the database and a report cannot. */
function asStored({ line, field, code, message, cells }: ReportLine): ReportLine {
  return {
    line,
    field: field === null ? null : shortened(withoutNul(field)),
    code,
    message: shortened(withoutNul(message)),
    cells: cells?.map(withoutNul),
  }
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

function shortened(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed()
}
