import { statement } from '#platform/db/statement.ts'

type Ref = { client_id: string; deletion_request_id: string }

const INSERT = 'INSERT INTO deletion_request_resources AS known (client_id, deletion_request_id, resource_id, is_own)'

/** What belongs to the person stays so, whatever else names it. */
const ON_CONFLICT = `ON CONFLICT (client_id, deletion_request_id, resource_id) DO UPDATE SET is_own = true
  WHERE excluded.is_own AND NOT known.is_own`

export const insertOwnResources = statement<never, Ref & { ids: string[] }>(`
  ${INSERT} SELECT DISTINCT $client_id, $deletion_request_id::uuid, id, true FROM unnest($ids::text[]) AS resource (id) ${ON_CONFLICT}`)

/** Everything of the person's that has events. */
export const gatherOwnResources = statement<never, Ref & { employee_key: string }>(`
  ${INSERT}
  SELECT $client_id, $deletion_request_id::uuid, id, true FROM (
    SELECT id::text FROM documents WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM requests WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM requests
      WHERE client_id = $client_id AND creator_employee_key = $employee_key AND employee_key IS NULL
    UNION SELECT id::text FROM notes WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT note.id::text FROM documents document
      JOIN notes note ON note.client_id = $client_id AND note.document_key = document.key
      WHERE document.client_id = $client_id AND document.employee_key = $employee_key
    UNION SELECT id::text FROM signature_processes WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM vault_links WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM access_packages WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM deletion_requests WHERE client_id = $client_id AND employee_key = $employee_key
  ) AS own ${ON_CONFLICT}`)

/** What is other people's, and names the person. */
export const gatherMentions = statement<never, Ref & { employee_key: string; technical_id: string }>(`
  ${INSERT}
  SELECT $client_id, $deletion_request_id::uuid, id, false FROM (
    SELECT id::text FROM requests
      WHERE client_id = $client_id AND creator_employee_key = $employee_key AND employee_key <> $employee_key
    UNION SELECT comment.request_id::text FROM request_comments comment
      WHERE comment.client_id = $client_id AND comment.employee_key = $employee_key
    UNION SELECT entry.request_id::text FROM request_history entry
      WHERE entry.client_id = $client_id AND entry.employee_key = $employee_key
    UNION SELECT 'manager:' || link.manager_technical_id FROM account_links link
      WHERE link.client_id = $client_id AND link.employee_technical_id = $technical_id
    UNION SELECT process_id::text FROM signature_signers WHERE client_id = $client_id AND employee_key = $employee_key
    UNION SELECT id::text FROM legal_holds WHERE client_id = $client_id AND scope -> 'employee_technical_ids' ? $technical_id
  ) AS others ${ON_CONFLICT}`)

export const listResources = statement<{ id: string; isOwn: boolean }, Ref & { after: string; limit: number }>(`
  SELECT resource_id AS id, is_own AS "isOwn" FROM deletion_request_resources
  WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id AND resource_id > $after
  ORDER BY resource_id LIMIT $limit`)

export const forgetResources = statement<never, Ref>(`
  DELETE FROM deletion_request_resources WHERE client_id = $client_id AND deletion_request_id = $deletion_request_id`)
