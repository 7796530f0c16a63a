import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { DocumentView, ListDocumentsQuery } from '#modules/distributions/projects/manager-schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import { type ReportRow, reportSql } from './queries.ts'

/** A part, with what a person who looks at it can do. */
export type ManagerDocumentRow = ReportRow & { has_pages: boolean; is_decided: boolean }

/** In the order of the spools. */
export const DOCUMENT_ORDER: ListOrder = { column: 'distribution_id', tie: 'position', descending: false }

const MANAGER_DOCUMENT = reportSql(
  `staged.sha256 IS NOT NULL AND staged.content_type IS NOT DISTINCT FROM 'application/pdf' AS has_pages`,
  'staged.found IS NOT NULL AS is_decided',
)

/** Parts that would be handed out together with another of the same employee that is called the same. */
const duplicatesIn = (client: Client, projectId: number) => sql`
  SELECT id FROM (
    SELECT id, count(*) OVER (PARTITION BY employee_key, document_type_id, period, title) AS alike
    FROM distribution_documents
    WHERE client_id = ${client.id} AND project_id = ${projectId} AND outcome IN ('matched', 'assigned')
  ) AS given WHERE alike > 1`

const VIEWS: Partial<Record<DocumentView, string>> = {
  to_check: "staged.outcome IN ('unmatched', 'ambiguous', 'rejected')",
  leavers: "staged.outcome IN ('matched', 'assigned') AND employee.terminated",
  package_problems: 'package.problem_code IS NOT NULL',
}

/** Which documents of a project; `allowed` are those that the manager may see, if not all of them. */
type DocumentFilters = ListDocumentsQuery & { projectId: number; allowed: RawBuilder<boolean> | undefined }

export async function listManagerDocuments(
  db: Db,
  client: Client,
  { projectId, allowed, outcome, spool, q }: DocumentFilters,
  request: OrderedRequest,
): Promise<ManagerDocumentRow[]> {
  const { beyond, sequence, limit } = keysetSql('staged', request)
  const conditions = [sql`staged.client_id = ${client.id} AND staged.project_id = ${projectId}`, ...beyond]
  if (allowed) conditions.push(allowed)
  if (outcome === 'duplicates') {
    conditions.push(sql`staged.id IN (${duplicatesIn(client, projectId)})`)
  } else if (outcome !== undefined) {
    const view = VIEWS[outcome]
    conditions.push(view ? sql.raw(view) : sql`staged.outcome = ${outcome}::distribution_outcome`)
  }
  if (spool !== undefined) conditions.push(sql`staged.distribution_id = ${spool}`)
  if (q !== undefined) {
    conditions.push(sql`(employee.search_text LIKE ${containing(q)} OR lower(staged.employee_number) LIKE ${containing(q)}
      OR lower(staged.file) LIKE ${containing(q)} OR lower(staged.title) LIKE ${containing(q)})`)
  }
  const { rows } = await sql<ManagerDocumentRow>`
    ${ofClient(MANAGER_DOCUMENT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

const findOne = lookup<ManagerDocumentRow, { client_id: string; project_id: number; id: string }>(`
  ${MANAGER_DOCUMENT} WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.id = $id`)

export async function findManagerDocument(
  db: Db,
  client: Client,
  projectId: number,
  id: string,
): Promise<ManagerDocumentRow | undefined> {
  return isUuid(id) ? (await findOne(db, { client_id: client.id, project_id: projectId, id }))[0] : undefined
}

export type DocumentFile = {
  content_type: string
  size: string
  sha256: string
  filename: string
  employee_technical_id: string | null
}

const findFile = lookup<DocumentFile, { client_id: string; project_id: number; id: string }>(`
  SELECT content_type, size, sha256, filename,
    (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = part.employee_key) AS employee_technical_id
  FROM distribution_documents part
  WHERE client_id = $client_id AND project_id = $project_id AND id = $id AND sha256 IS NOT NULL`)

/** The bytes of a part, as long as they are kept. */
export async function findDocumentFile(db: Db, client: Client, projectId: number, id: string) {
  return isUuid(id) ? (await findFile(db, { client_id: client.id, project_id: projectId, id }))[0] : undefined
}
