import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { FileProblem } from '#platform/csv/file-problem.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { statement } from '#platform/db/statement.ts'
import type { ReportLine, Severity } from './report-line.ts'

const BATCH_SIZE = 5000

const insert = statement<
  never,
  {
    client_id: string
    import_id: string
    last_position: number
    severity: string
    lines: (number | null)[]
    fields: (string | null)[]
    codes: string[]
    messages: string[]
    cells: (string | null)[]
  }
>(`
  INSERT INTO import_report_lines (client_id, import_id, position, severity, line, field, code, message, cells)
  SELECT $client_id, $import_id, $last_position + ordinality, $severity, line, field, code, message, cells::json
  FROM unnest($lines::integer[], $fields::text[], $codes::text[], $messages::text[], $cells::text[])
    WITH ORDINALITY AS given (line, field, code, message, cells, ordinality)`)

type NewLines = { importId: string; position: number; severity: Severity; lines: readonly ReportLine[] }

/** Adds lines behind those that are there. */
export async function insertLines(
  tx: Tx,
  client: Client,
  { importId, position, severity, lines }: NewLines,
): Promise<void> {
  for (let at = 0; at < lines.length; at += BATCH_SIZE) {
    const some = lines.slice(at, at + BATCH_SIZE)
    await insert(tx, {
      client_id: client.id,
      import_id: importId,
      last_position: position + at,
      severity,
      lines: some.map((one) => one.line),
      fields: some.map((one) => one.field),
      codes: some.map((one) => one.code),
      messages: some.map((one) => one.message),
      cells: some.map((one) => (one.cells ? JSON.stringify(one.cells) : null)),
    })
  }
}

export type ReportRow = FileProblem & { position: number; severity: Severity; cells: string[] | null }

const list = statement<ReportRow, { client_id: string; import_id: string; position: number; limit: number }>(`
  SELECT position, severity, line, field, code, message, cells FROM import_report_lines
  WHERE client_id = $client_id AND import_id = $import_id AND position > $position ORDER BY position LIMIT $limit`)

/** All lines of the report of an import, in batches. */
export async function* listLines(db: Db, client: Client, importId: string): AsyncGenerator<ReportRow[]> {
  for (let position = 0; ; ) {
    const rows = await list(db, { client_id: client.id, import_id: importId, position, limit: BATCH_SIZE })
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
    position = rows.at(-1)?.position ?? position
  }
}

/** In the order in which they were written. */
export const LINE_ORDER: ListOrder = { column: 'position', tie: 'position', descending: false }

/** A page of the report of an import. */
export async function listLinePage(
  db: Db,
  client: Client,
  { importId, severity }: { importId: string; severity: Severity | undefined },
  request: OrderedRequest,
): Promise<ReportRow[]> {
  const { beyond, sequence, limit } = keysetSql('line', request)
  const conditions = [sql`line.client_id = ${client.id} AND line.import_id = ${importId}`, ...beyond]
  if (severity !== undefined) conditions.push(sql`line.severity = ${severity}`)
  const { rows } = await sql<ReportRow>`
    SELECT position, severity, line.line, field, code, message, NULL::text[] AS cells FROM import_report_lines line
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

const last = statement<{ position: number }, { client_id: string; import_id: string }>(`
  SELECT coalesce(max(position), 0) AS position FROM import_report_lines WHERE client_id = $client_id AND import_id = $import_id`)

export async function lastPosition(db: Db, client: Client, importId: string): Promise<number> {
  return (await last(db, { client_id: client.id, import_id: importId }))[0]?.position ?? 0
}
