import { statement } from '#platform/db/statement.ts'

/** What has events about a person: an id, and the resource that its events have. */
export type EventSubject = { resource: string; id: string; is_other: boolean }

type Asked = { client_id: string; employee_key: string; technical_id: string }

/** What is there. */
export const listPresentSubjects = statement<EventSubject, Asked>(`
  SELECT resource, id, is_other FROM (
    SELECT 'employee'::text AS resource, $technical_id::text AS id, false AS is_other
    UNION ALL SELECT 'account', 'employee:' || $technical_id::text, false
    UNION ALL SELECT 'employee_document', document.id::text, false FROM documents document
      WHERE document.client_id = $client_id AND document.employee_key = $employee_key::bigint
    UNION ALL SELECT 'employee_document', held.id::text, false FROM vault_documents held
      WHERE held.client_id = $client_id AND held.employee_key = $employee_key::bigint
    UNION ALL SELECT 'vault_link', link.id::text, false FROM vault_links link
      WHERE link.client_id = $client_id AND link.employee_key = $employee_key::bigint
    UNION ALL SELECT 'request', request.id::text, false FROM requests request
      WHERE request.client_id = $client_id AND request.employee_key = $employee_key::bigint
    UNION ALL SELECT 'note', note.id::text, false FROM notes note
      WHERE note.client_id = $client_id AND note.employee_key = $employee_key::bigint
    UNION ALL SELECT 'note', note.id::text, false FROM notes note
      WHERE note.client_id = $client_id AND note.document_key IN (SELECT document.key FROM documents document
        WHERE document.client_id = $client_id AND document.employee_key = $employee_key::bigint)
    UNION ALL SELECT 'signature_process', process.id::text, false FROM signature_processes process
      WHERE process.client_id = $client_id AND process.employee_key = $employee_key::bigint
    UNION ALL SELECT 'signature_process', process.id::text, process.employee_key IS NOT NULL
      FROM signature_signers signer
      JOIN signature_processes process ON process.client_id = $client_id AND process.id = signer.process_id
      WHERE signer.client_id = $client_id AND signer.employee_key = $employee_key::bigint
        AND process.employee_key IS DISTINCT FROM $employee_key::bigint
    UNION ALL SELECT 'access_package', package.id::text, false FROM access_packages package
      WHERE package.client_id = $client_id AND package.employee_key = $employee_key::bigint
  ) AS subject`)

/** What is gone: its events say whose it was. */
export const listGoneSubjects = statement<EventSubject, Omit<Asked, 'employee_key'>>(`
  SELECT DISTINCT split_part(event.type, '.', 1) AS resource, event.resource_id AS id, false AS is_other FROM events event
  WHERE event.client_id = $client_id AND event.type <> '' AND CASE event.type
    WHEN 'employee_document.deleted' THEN event.data ->> 'employee_technical_id' = $technical_id
    WHEN 'signature_process.deleted' THEN event.data ->> 'employee_technical_id' = $technical_id
    WHEN 'note.created' THEN event.data ->> 'employee_technical_id' = $technical_id
    WHEN 'request.deleted' THEN event.data -> 'employee' ->> 'technical_id' = $technical_id
    WHEN 'deletion_request.created' THEN event.data ->> 'resource_type' = 'employee'
      AND event.data ->> 'resource_id' = $technical_id END
    AND event.type = ANY (ARRAY['employee_document.deleted', 'signature_process.deleted', 'note.created', 'request.deleted', 'deletion_request.created'])`)

export type CollectedEvent = {
  id: string
  type: string
  resource_id: string
  actor_type: 'application' | 'user' | 'employee' | 'system'
  actor_id: string | null
  data: Record<string, unknown>
  created_at: Date
  is_other: boolean
}

type Page = {
  client_id: string
  technical_id: string
  resources: string[]
  ids: string[]
  others: boolean[]
  with_own: boolean
  after: string
  limit: number
}

/** Events about these, and those of the employee about anything, from one on; own events belong to the first of several pages. */
export const listNextEvents = statement<CollectedEvent, Page>(`
  WITH subject AS MATERIALIZED (
    SELECT * FROM unnest($resources::text[], $ids::text[], $others::boolean[]) AS subject (resource, id, is_other)
  ), found AS (
    SELECT event.id FROM subject JOIN events event ON event.client_id = $client_id AND event.resource_id = subject.id
      AND event.resource_id <> '' AND split_part(event.type, '.', 1) = subject.resource AND event.id > $after::uuid
    UNION
    SELECT event.id FROM events event WHERE $with_own::boolean AND event.client_id = $client_id AND event.actor_id IS NOT NULL
      AND event.actor_id = $technical_id AND event.actor_type = 'employee' AND event.id > $after::uuid
  ), page AS (
    SELECT id FROM found ORDER BY id LIMIT $limit
  )
  SELECT event.id, event.type, event.resource_id, event.actor_type, event.actor_id, event.data, event.created_at,
    NOT EXISTS (SELECT FROM subject WHERE subject.id = event.resource_id
      AND subject.resource = split_part(event.type, '.', 1) AND NOT subject.is_other) AS is_other
  FROM page JOIN events event ON event.client_id = $client_id AND event.id = page.id
  ORDER BY event.id`)
