import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type EmployeeForManager, isParty, perimeterCovers, perimeterOf } from '#modules/directory/index.ts'
import {
  type DocumentPerimeter,
  documentPerimeterOf,
  isFiledInPerimeter,
  isInDocumentPerimeter,
} from '#modules/documents/index.ts'
import { isReadable } from '#modules/notes/index.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { HistoryItem } from './history-schemas.ts'

type Row = {
  id: string
  type: string
  created_at: Date
  actor_type: HistoryItem['actor']['type']
  actor_name: string | null
  kind: HistoryItem['subject']['kind']
  resource_id: string
  title: string | null
  is_there: boolean
}

const NEWEST_FIRST: ListOrder = { column: 'id', tie: 'id', descending: true }

/** What happened to an employee and in the folder, newest first, as far as the manager may see what it happened to. */
export async function listHistory(
  db: Db,
  client: Client,
  { manager, employee }: { manager: string; employee: EmployeeForManager },
  page: PageRequest,
): Promise<KeysetPage<HistoryItem>> {
  const subjects = await subjectsOf(db, client, manager, employee)
  return orderedPage(NEWEST_FIRST, page, (request) => fetchRows(db, client, subjects, request), present)
}

/**
 * Everything in the folder that has a history: few things, of which each has few events. The events of each are read from
 * the index of resources, at most a page of them, so that the cost does not grow with the log.
 */
async function fetchRows(db: Db, client: Client, subjects: RawBuilder<unknown>, request: OrderedRequest) {
  const { beyond, sequence, limit } = keysetSql('event', request)
  const conditions = [
    sql`event.client_id = ${client.id}`,
    sql`event.resource_id = subject.resource_id AND event.resource_id <> ''`,
    sql`split_part(event.type, '.', 1) = ANY (subject.resources)`,
    ...beyond,
  ]
  const { rows } = await sql<Row>`${sql.raw(CUSTOM_PLAN)}
    WITH subject AS MATERIALIZED (${subjects})
    SELECT event.id, event.type, event.created_at, event.actor_type, event.actor_name, subject.kind,
      subject.resource_id, subject.is_there, coalesce(subject.title, event.said) AS title
    FROM subject CROSS JOIN LATERAL (
      SELECT event.id, event.type, event.created_at, event.actor_type, event.actor_name,
        event.data ->> 'title' AS said
      FROM events event WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}
    ) AS event
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

/** A folder that holds more than this is cut off at its oldest end. */
const MAX_SUBJECTS = 2000

async function subjectsOf(
  db: Db,
  client: Client,
  manager: string,
  { key, technical_id, ancestors }: EmployeeForManager,
): Promise<RawBuilder<unknown>> {
  const [perimeter, readable, requests, allRequests, vaults] = await Promise.all([
    documentPerimeterOf(db, client, { manager, kind: 'employee' }),
    isReadable(db, client, manager),
    perimeterOf(db, client, { technicalId: manager, permission: 'requests:read' }),
    perimeterOf(db, client, { technicalId: manager, permission: 'requests:read_all' }),
    perimeterOf(db, client, { technicalId: manager, permission: 'vault_links:read' }),
  ])
  const userKey = sql`(SELECT key FROM users WHERE client_id = ${client.id} AND technical_id = ${manager})`
  const own = sql`${`{${ancestors.join(',')}}`}::integer[]`
  const documents = sql`SELECT document.* FROM documents document
    WHERE document.client_id = ${client.id} AND document.employee_key = ${key} AND ${isInDocumentPerimeter(perimeter)}
    ORDER BY document.key DESC LIMIT ${MAX_SUBJECTS}`
  return sql`
    SELECT 'employee' AS kind, ${technical_id}::text AS resource_id, NULL::text AS title, true AS is_there,
      '{employee}'::text[] AS resources
    UNION ALL SELECT 'document', id::text, title, true, '{employee_document,legal_hold}' FROM (${documents}) AS document
    UNION ALL (SELECT DISTINCT 'document', event.resource_id, event.data ->> 'title', false, '{employee_document}'::text[]
      FROM events event
      WHERE event.client_id = ${client.id} AND event.type = 'employee_document.deleted'
        AND event.data ->> 'employee_technical_id' = ${technical_id} AND ${wasReadable(client, perimeter)}
      LIMIT ${MAX_SUBJECTS})
    UNION ALL (SELECT 'note', note.id::text, NULL, true, '{note}'::text[] FROM notes note
      WHERE note.client_id = ${client.id} AND ${readable} AND (note.employee_key = ${key} OR note.document_key IN (
        SELECT document.key FROM documents document
        WHERE document.client_id = ${client.id} AND document.employee_key = ${key})) LIMIT ${MAX_SUBJECTS})
    UNION ALL (SELECT 'request', request.id::text, request.subject, true, '{request}'::text[] FROM requests request
      WHERE request.client_id = ${client.id} AND request.employee_key = ${key} AND ${perimeterCovers(requests, own)}
        AND (request.visible_by_employee OR ${perimeterCovers(allRequests, own)} OR ${isParty(client, userKey)})
      ORDER BY request.created_at DESC LIMIT ${MAX_SUBJECTS})
    UNION ALL SELECT 'vault_link', link.id::text, NULL, true, '{vault_link}' FROM vault_links link
      WHERE link.client_id = ${client.id} AND link.employee_key = ${key} AND ${perimeterCovers(vaults, own)}`
}

/** Whether the document of an event was within reach when it was deleted: the event tells how it was filed. */
function wasReadable(client: Client, perimeter: DocumentPerimeter): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM (SELECT (event.data ->> 'document_type_id')::integer AS document_type_id, event.data -> 'document_type_filters' AS filters,
      ARRAY(SELECT organization.key FROM json_array_elements_text(event.data -> 'organization_codes') AS placed (code)
        JOIN organizations organization ON organization.client_id = ${client.id} AND organization.code = placed.code
      ) AS organization_keys) AS document
    WHERE ${isFiledInPerimeter(perimeter)})`
}

function present({
  id,
  type,
  created_at,
  actor_type,
  actor_name,
  kind,
  resource_id,
  title,
  is_there,
}: Row): HistoryItem {
  return {
    id,
    type,
    created_at: inSeconds(created_at),
    actor: { type: actor_type, name: actor_name },
    subject: { kind, id: resource_id, title: kind === 'document' || kind === 'request' ? title : null, is_there },
  }
}
