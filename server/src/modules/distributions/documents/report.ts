import { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { presentDocument } from '#modules/distributions/projects/present.ts'
import type { DistributionDocument, ReportQuery } from '#modules/distributions/spools/schemas.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import { listReport } from './queries.ts'

type ProjectReport = { projectId: number; query: ReportQuery; allowed?: RawBuilder<boolean> | undefined }

/** What became of every part of a project, or of those that are `allowed`, as it is read: a JSON list, or CSV. */
export function reportOf(
  db: Db,
  client: Client,
  { projectId, query: { format, ...filters }, allowed }: ProjectReport,
): Readable {
  const chunks = listReport(db, client, { projectId, filters, allowed })
  const text = format === 'csv' ? asCsv(chunks) : asJson(chunks)
  return Readable.from(text, { objectMode: false })
}

type Chunks = ReturnType<typeof listReport>

async function* asJson(chunks: Chunks): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of chunks) {
    yield separator + rows.map((row) => JSON.stringify(presentDocument(row))).join(',\n')
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

const COLUMNS = [
  'distribution_id',
  'distribution',
  'position',
  'file',
  'first_page',
  'pages',
  'outcome',
  'reason',
  'message',
  'employee_number',
  'organization',
  'period',
  'employee_technical_id',
  'employee_name',
  'employee_terminated',
  'document_type_code',
  'title',
  'document_id',
  'linked_to_vault',
  'package',
  'package_status',
  'id',
  'package_problem',
  'package_message',
] as const satisfies readonly (keyof DistributionDocument)[]

async function* asCsv(chunks: Chunks): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const rows of chunks) {
    yield rows
      .map((row) => {
        const line = presentDocument(row)
        return csvLine(COLUMNS.map((column) => cellOf(line[column])))
      })
      .join('')
  }
}

function cellOf(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? String(value) : value
}
