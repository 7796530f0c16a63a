import type { Work } from '#kernel/work.ts'
import { isVisible } from '#modules/documents/access/employee-access.ts'
import { documentDeleted } from '#modules/documents/events.ts'
import type { Kind } from '#modules/documents/schemas.ts'
import { copyToVaultSql } from '#modules/documents/vault/queries.ts'
import { statement } from '#platform/db/statement.ts'
import { type EventStamps, eventsCtes, stampEvents } from '#platform/events/outbox.ts'

const inSeconds = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`

/*
 * A document as `presentDocument` shows it, which a test compares: a hundred thousand of them need not come here to be written
 * back. What is deleted is under no hold.
 */
const SHOWN = `
    SELECT document.id, document.title, document.kind, document.document_type_id,
      (SELECT code FROM document_types WHERE client_id = $client_id AND id = document.document_type_id) AS document_type_code,
      gone.employee_technical_id,
      (SELECT coalesce(json_agg(organization.code ORDER BY placed.rank), '[]')
       FROM unnest(document.organization_keys) WITH ORDINALITY AS placed (key, rank)
       JOIN organizations organization ON organization.client_id = $client_id AND organization.key = placed.key)
        AS organization_codes,
      document.external_unique_id, document.external_reference, ${inSeconds('document.date')} AS date,
      document.metas AS document_type_metas, document.filters AS document_type_filters, document.api_uploader_name,
      document.filename, document.content_type, document.size, document.sha256, document.page_count, document.origin,
      document.is_linked AND ${isVisible('document')} AS linked_to_vault,
      document.trashed_at IS NOT NULL AS trashed, ${inSeconds('document.trashed_at')} AS trashed_at, false AS legal_hold,
      ${inSeconds('document.created_at')} AS created_at, ${inSeconds('document.updated_at')} AS updated_at`

export type DeletedDocument = { id: string; sha256: string; size: string; employee_technical_id: string | null }

type Parameters = EventStamps & { client_id: string; kind: Kind; ids: string[]; event_type: string }
const deleteAll = statement<DeletedDocument, Parameters>(`
  WITH document AS (
    DELETE FROM documents WHERE client_id = $client_id AND kind = $kind AND key = ANY (ARRAY(
      SELECT key FROM documents WHERE client_id = $client_id AND kind = $kind AND id = ANY ($ids::uuid[]) ORDER BY key FOR UPDATE))
    RETURNING *
  ), kept AS (${copyToVaultSql('document WHERE is_linked')}), gone AS MATERIALIZED (
    SELECT document.*, row_number() OVER (ORDER BY document.key) AS rank,
      (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = document.employee_key) AS employee_technical_id
    FROM document
  ), told AS (
    SELECT gone.client_id, gone.rank, $event_type::text AS type, gone.id::text AS resource_id,
      (SELECT row_to_json(shown) FROM (${SHOWN} FROM (SELECT gone.*) AS document) shown) AS data
    FROM gone
  ), ${eventsCtes('told')}
  SELECT id, sha256, size, employee_technical_id FROM gone ORDER BY rank`)

/**
 * Deletes documents from their folders with an event of each, and answers those that were there. Vaults that hold them
 * keep them.
 */
export async function deleteDocuments(work: Work, kind: Kind, ids: readonly string[]): Promise<DeletedDocument[]> {
  if (ids.length === 0) return []
  const { tx, client } = work
  const stamps = stampEvents(work, ids.length)
  return deleteAll(tx, { ...stamps, client_id: client.id, kind, ids: [...ids], event_type: documentDeleted[kind].name })
}
