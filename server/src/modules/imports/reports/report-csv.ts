import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import { readHeader } from '#modules/imports/managers/manager-file.ts'
import type { ImportRow } from '#modules/imports/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import { listLines, type ReportRow } from './queries.ts'

/** Every line of the report of an import, as CSV. */
export function reportCsv(db: Db, client: Client, { id }: ImportRow): Readable {
  return asStream(async function* () {
    yield csvLine(['line', 'severity', 'field', 'code', 'message'])
    for await (const rows of listLines(db, client, id)) {
      yield rows.map(reportLine).join('')
    }
  })
}

/** Columns are called what the file calls them. */
function reportLine({ line, severity, field, code, message }: ReportRow): string {
  return csvLine([line, severity, field, code, message])
}

/** The rows that were left out, below the header of the file: mended, they can be imported again. */
export function failedRowsCsv(db: Db, client: Client, { id, sha256 }: ImportRow, blobs: Blobs): Readable {
  return asStream(async function* () {
    yield csvLine(await readHeader(blobs, sha256))
    for await (const rows of listLines(db, client, id)) {
      yield rows.map(({ cells }) => (cells ? csvLine(cells) : '')).join('')
    }
  })
}

function asStream(lines: () => AsyncGenerator<string>): Readable {
  return Readable.from(lines(), { objectMode: false })
}
