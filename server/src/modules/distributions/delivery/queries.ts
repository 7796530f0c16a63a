import type { Client } from '#kernel/work.ts'
import type { DocumentRow } from '#modules/distributions/documents/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** A part that is to be filed; its bytes are there. */
export type DueRow = Pick<
  DocumentRow,
  'id' | 'distribution_id' | 'outcome' | 'organization_key' | 'title' | 'date' | 'metas' | 'filters' | 'filename'
> & {
  employee_key: string
  document_type_code: string
  content_type: string
  size: string
  sha256: string
  page_count: number
}

const next = statement<DueRow, { client_id: string; project_id: number; limit: number }>(`
  SELECT staged.id, staged.distribution_id, staged.outcome, staged.employee_key, staged.organization_key, staged.title,
    staged.date, staged.metas, staged.filters, staged.filename, staged.content_type, staged.size, staged.sha256,
    staged.page_count, type.code AS document_type_code
  FROM distribution_documents staged
  JOIN document_types type ON type.client_id = staged.client_id AND type.id = staged.document_type_id
  WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.document_id IS NULL
    AND staged.outcome IN ('matched', 'assigned')
  ORDER BY staged.distribution_id, staged.position LIMIT $limit`)

/** The next parts of a project that are to be filed. */
export async function nextDue(tx: Tx, client: Client, projectId: number, limit: number): Promise<DueRow[]> {
  return next(tx, { client_id: client.id, project_id: projectId, limit })
}

/** Notes as what parts were filed. */
export const markDelivered = statement<never, { client_id: string; ids: string[]; document_ids: string[] }>(`
  UPDATE distribution_documents staged SET document_id = filed.document_id
  FROM unnest($ids::uuid[], $document_ids::uuid[]) AS filed (id, document_id)
  WHERE staged.client_id = $client_id AND staged.id = filed.id`)

const listPeople = statement<{ employee_key: string }, { client_id: string; project_id: number }>(`
  SELECT DISTINCT staged.employee_key FROM distribution_documents staged
  JOIN employees employee ON employee.client_id = staged.client_id AND employee.key = staged.employee_key
  WHERE staged.client_id = $client_id AND staged.project_id = $project_id AND staged.document_id IS NOT NULL
    AND employee.email IS NOT NULL AND employee.deleted_at IS NULL`)

/** Those who got something and can be told by mail. */
export async function listRecipients(tx: Tx, client: Client, projectId: number): Promise<string[]> {
  return (await listPeople(tx, { client_id: client.id, project_id: projectId })).map((row) => row.employee_key)
}
