import type { HistoryEntry } from '#modules/requests/schemas.ts'
import { statement } from '#platform/db/statement.ts'

export type CollectedRequestRow = {
  id: string
  form_code: string
  definition: { title?: string; fields?: { code: string; label: string }[] }
  subject: string
  body: string | null
  body_json: Record<string, unknown> | null
  origin: string
  priority: string
  status: string
  custom_state: string
  employee_key: string | null
  creator_user_key: string | null
  creator_employee_key: string | null
  visible_by_employee: boolean
  processing_date_due: Date | null
  processing_start_date: Date | null
  closed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Those about an employee, and those that the employee made. */
export const listNextRequests = statement<
  CollectedRequestRow,
  { client_id: string; employee_key: string; after: string; limit: number }
>(`
  SELECT request.id, request.form_code, kept.definition, request.subject, request.body, request.body_json, request.origin,
    request.priority, request.status, request.custom_state, request.employee_key, request.creator_user_key,
    request.creator_employee_key, request.visible_by_employee, request.processing_date_due, request.processing_start_date,
    request.closed_at, request.created_at, request.updated_at
  FROM (
    SELECT about.id FROM requests about WHERE about.client_id = $client_id AND about.employee_key = $employee_key::bigint
    UNION
    SELECT made.id FROM requests made WHERE made.client_id = $client_id AND made.creator_employee_key = $employee_key::bigint
  ) AS found
  JOIN requests request ON request.client_id = $client_id AND request.id = found.id
  JOIN form_versions kept ON kept.client_id = $client_id AND kept.code = request.form_code
    AND kept.version = request.form_version
  WHERE found.id > $after::bigint ORDER BY found.id LIMIT $limit`)

type OfRequests = { client_id: string; ids: string[] }

export type CollectedComment = {
  request_id: string
  id: string
  body: string
  internal: boolean
  user_key: string | null
  employee_key: string | null
  created_at: Date
}
export const listCommentsOf = statement<CollectedComment, OfRequests>(`
  SELECT request_id, id, body, internal, user_key, employee_key, created_at FROM request_comments
  WHERE client_id = $client_id AND request_id = ANY ($ids::bigint[]) ORDER BY request_id, id`)

export type CollectedChange = {
  request_id: string
  action: string
  changes: HistoryEntry['changes']
  user_key: string | null
  employee_key: string | null
  created_at: Date
}
export const listHistoryOf = statement<CollectedChange, OfRequests>(`
  SELECT request_id, action, changes, user_key, employee_key, created_at FROM request_history
  WHERE client_id = $client_id AND request_id = ANY ($ids::bigint[]) AND action <> 'commented' ORDER BY request_id, id`)

export type FileOfRequest = {
  request_id: string
  field_code: string | null
  comment_id: string | null
  filename: string
  content_type: string
  size: string
  sha256: string
}
export const listFilesOf = statement<FileOfRequest, OfRequests>(`
  SELECT request_id, field_code, comment_id, filename, content_type, size, sha256 FROM request_files
  WHERE client_id = $client_id AND request_id = ANY ($ids::bigint[]) ORDER BY request_id, comment_id NULLS FIRST, position`)
