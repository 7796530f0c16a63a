import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { PackageStatus } from '#modules/distributions/packages/schemas.ts'
import type { DocumentOutcome } from '#modules/distributions/projects/schemas.ts'
import type { Fault } from '#modules/distributions/reading/piece.ts'
import type { ReportQuery } from '#modules/distributions/spools/schemas.ts'
import { isInVault } from '#modules/documents/index.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'

/** A part of a spool, staged until its project is validated. */
export type DocumentRow = {
  id: string
  distribution_id: number
  position: number
  file: string
  first_page: number | null
  page_count: number | null
  outcome: DocumentOutcome
  reason: string | null
  message: string | null
  fault: Fault | null
  employee_number: string | null
  organization: string | null
  period: string | null
  employee_key: string | null
  organization_key: number | null
  document_type_id: number | null
  title: string
  date: Date | null
  metas: Record<string, unknown>
  filters: Record<string, unknown>
  filename: string
  content_type: string | null
  size: number | null
  sha256: string | null
}

const insert = statement<never, { client_id: string; project_id: number; rows: string }>(`
  INSERT INTO distribution_documents (client_id, project_id, id, distribution_id, position, file, first_page, page_count,
    outcome, reason, message, fault, employee_number, organization, period, employee_key, organization_key,
    document_type_id, title, date, metas, filters, filename, content_type, size, sha256)
  SELECT $client_id, $project_id, id, distribution_id, position, file, first_page, page_count, outcome, reason, message, fault, employee_number,
    organization, period, employee_key, organization_key, document_type_id, title, date, metas, filters, filename,
    content_type, size, sha256
  FROM json_to_recordset($rows::json) AS staged (id uuid, distribution_id integer, position integer, file text,
    first_page integer, page_count integer, outcome distribution_outcome, reason text, message text, fault json, employee_number text,
    organization text, period text, employee_key bigint, organization_key integer, document_type_id integer, title text,
    date timestamptz, metas json, filters json, filename text, content_type text, size bigint, sha256 text)`)

export async function insertDocuments(tx: Tx, client: Client, projectId: number, rows: DocumentRow[]): Promise<void> {
  await insert(tx, { client_id: client.id, project_id: projectId, rows: JSON.stringify(rows) })
}

/** What a report says of a part. */
export type ReportRow = Omit<
  DocumentRow,
  'fault' | 'employee_key' | 'organization_key' | 'document_type_id' | 'sha256' | 'size'
> & {
  distribution_name: string
  size: string | null
  employee_technical_id: string | null
  employee_name: string | null
  employee_terminated: boolean | null
  document_type_code: string | null
  document_id: string | null
  linked_to_vault: boolean | null
  package_number: number | null
  package_status: PackageStatus | null
  package_problem: string | null
  package_message: string | null
}

/** Documents as a report shows them; callers may ask for more columns of `staged`. */
export const reportSql = (...more: string[]) => `
  SELECT ${more.map((column) => `${column}, `).join('')}staged.id, staged.distribution_id, distribution.name AS distribution_name, staged.position, staged.file,
    staged.first_page, staged.page_count, staged.size, staged.outcome, staged.reason, staged.message,
    staged.employee_number, staged.organization, staged.period, staged.title, staged.date, staged.metas, staged.filters,
    staged.filename, staged.content_type, employee.technical_id AS employee_technical_id,
    employee.first_name || ' ' || employee.last_name AS employee_name, employee.terminated AS employee_terminated,
    (SELECT code FROM document_types type WHERE type.client_id = $client_id AND type.id = staged.document_type_id)
      AS document_type_code, staged.document_id, staged.package_number, package.status AS package_status,
    package.problem_code AS package_problem, package.problem AS package_message,
    (SELECT ${isInVault('filed')} FROM documents filed
     WHERE filed.client_id = $client_id AND filed.id = staged.document_id) AS linked_to_vault
  FROM distribution_documents staged
  JOIN distributions distribution ON distribution.client_id = staged.client_id AND distribution.id = staged.distribution_id
  LEFT JOIN employees employee ON employee.client_id = staged.client_id AND employee.key = staged.employee_key
  LEFT JOIN distribution_packages package ON package.client_id = staged.client_id
    AND package.project_id = staged.project_id AND package.number = staged.package_number`

const CHUNK = 1000

type ReportFilters = {
  projectId: number
  filters: Pick<ReportQuery, 'outcome' | 'distribution_id'>
  allowed?: RawBuilder<boolean> | undefined
}

/** The report of a project, in the order of its spools, so many lines at a time. */
export async function* listReport(
  db: Db,
  client: Client,
  { projectId, filters: { outcome, distribution_id }, allowed }: ReportFilters,
): AsyncGenerator<ReportRow[]> {
  let after: [number, number] = [0, 0]
  for (;;) {
    const conditions = [
      sql`staged.client_id = ${client.id} AND staged.project_id = ${projectId}`,
      sql`(staged.distribution_id, staged.position) > (${after[0]}, ${after[1]})`,
    ]
    if (allowed) conditions.push(allowed)
    if (outcome !== undefined) conditions.push(sql`staged.outcome = ${outcome}::distribution_outcome`)
    if (distribution_id !== undefined) conditions.push(sql`staged.distribution_id = ${distribution_id}`)
    const { rows } = await sql<ReportRow>`
      ${ofClient(reportSql(), client)} WHERE ${sql.join(conditions, sql` AND `)}
      ORDER BY staged.distribution_id, staged.position LIMIT ${CHUNK}`.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = [last.distribution_id, last.position]
  }
}

const findOne = lookup<ReportRow & Pick<DocumentRow, 'fault'>, { client_id: string; project_id: number; id: string }>(
  `${reportSql('staged.fault')}
  WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.id = $id`,
)

export async function findDocument(db: Db, client: Client, projectId: number, id: string) {
  return isUuid(id) ? (await findOne(db, { client_id: client.id, project_id: projectId, id }))[0] : undefined
}

const change = statement<
  never,
  {
    client_id: string
    id: string
    outcome: DocumentOutcome
    reason: string | null
    message: string | null
    employee_key: string | null
  }
>(`
  WITH before AS MATERIALIZED (
    SELECT coalesce(found, json_build_object('outcome', outcome, 'reason', reason, 'message', message,
      'employee_key', employee_key::text, 'organization_key', organization_key)) AS found
    FROM distribution_documents WHERE client_id = $client_id AND id = $id FOR UPDATE
  )
  UPDATE distribution_documents SET outcome = $outcome, reason = $reason, message = $message, employee_key = $employee_key::bigint,
    organization_key = CASE WHEN employee_key = $employee_key::bigint THEN organization_key END, found = before.found
  FROM before WHERE client_id = $client_id AND id = $id`)

/** Stores what a person decided about a part. */
export async function updateDecision(
  tx: Tx,
  client: Client,
  id: string,
  so: Pick<DocumentRow, 'outcome' | 'reason' | 'message' | 'employee_key'>,
): Promise<void> {
  await change(tx, {
    client_id: client.id,
    id,
    outcome: so.outcome,
    reason: so.reason,
    message: so.message,
    employee_key: so.employee_key,
  })
}

const restore = statement<{ outcome: DocumentOutcome }, { client_id: string; id: string }>(`
  WITH before AS MATERIALIZED (
    SELECT (found->>'outcome')::distribution_outcome AS outcome, found->>'reason' AS reason, found->>'message' AS message,
      (found->>'employee_key')::bigint AS employee_key, (found->>'organization_key')::integer AS organization_key
    FROM distribution_documents WHERE client_id = $client_id AND id = $id AND found IS NOT NULL FOR UPDATE
  )
  UPDATE distribution_documents document SET outcome = before.outcome, reason = before.reason, message = before.message,
    employee_key = before.employee_key, organization_key = before.organization_key, found = NULL
  FROM before WHERE client_id = $client_id AND id = $id RETURNING document.outcome`)

/** Resets a document to its state after reading; returns no row if there was no decision about it. */
export async function undoDecision(tx: Tx, client: Client, id: string): Promise<DocumentOutcome | undefined> {
  return (await restore(tx, { client_id: client.id, id }))[0]?.outcome
}

export const distributionDocumentBlobs = blobNames('distribution_documents', 'part of a distribution')
