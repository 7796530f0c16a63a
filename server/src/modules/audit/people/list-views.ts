import { sql } from 'kysely'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { statement } from '#platform/db/statement.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { findSettings } from './queries.ts'
import type { ViewOfMyFile } from './schemas.ts'

/** What is a look at something of the employee. */
const LOOKS = [
  'document.viewed',
  'document.downloaded',
  'file.downloaded',
  'vault.downloaded',
  'export.made',
  'access_package.downloaded',
]

const NEWEST_FIRST: ListOrder = { column: 'sequence', tie: 'sequence', descending: true }

type ViewRow = {
  sequence: string
  at: Date
  action: string
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  document_id: string | null
  title: string | null
}

type Employee = { technical_id: string; language: string | null }

/** Who looked at the file of an employee, as the employee may know it. */
export async function listViews(
  db: Db,
  client: Client,
  employee: Employee,
  page: PageRequest,
): Promise<KeysetPage<ViewOfMyFile>> {
  const list = (request: OrderedRequest) => listRows(db, client, employee.technical_id, request)
  const found = await orderedPage(NEWEST_FIRST, page, list, (row) => row)
  const settings = await findSettings(db, client)
  const roles = settings?.viewer_names ? undefined : await findRoles(db, client, employee.language, found.rows)
  return { ...found, rows: found.rows.map((row) => present(row, employee, roles)) }
}

/**
 * The looks of each kind are a run of an index, in the order of the list. Documents have their titles where the employee finds
 * them: in the folder, or in the vault.
 */
async function listRows(db: Db, { id }: Client, employee: string, request: OrderedRequest): Promise<ViewRow[]> {
  const { beyond, sequence, limit } = keysetSql('people', request)
  const conditions = [
    sql`people.client_id = ${id} AND people.subject_technical_id = ${employee} AND people.subject_type = 'employee'`,
    sql`people.action = look.action AND people.outcome = 'done'`,
    ...beyond,
  ]
  const { rows } = await sql<ViewRow>`${sql.raw(CUSTOM_PLAN)}
    SELECT people.sequence, entry.at, entry.action, entry.actor_type, people.actor_id, people.actor_name,
      document.id AS document_id, document.title
    FROM (
      SELECT people.sequence, people.actor_id, people.actor_name
      FROM (SELECT unnest(${LOOKS}::text[]) AS action) AS look CROSS JOIN LATERAL (
        SELECT people.sequence, people.actor_id, people.actor_name FROM audit_people people
        WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}) AS people
      ORDER BY ${sequence} LIMIT ${limit}
    ) AS people
    JOIN audit_entries entry ON entry.client_id = ${id} AND entry.sequence = people.sequence
    LEFT JOIN documents document ON document.client_id = ${id} AND entry.resource_type = 'employee_document'
      AND document.id = CASE entry.resource_type WHEN 'employee_document' THEN entry.resource_id::uuid END
      AND document.employee_key = (SELECT key FROM employees WHERE client_id = ${id} AND technical_id = ${employee})
      AND (document.trashed_at IS NULL OR document.is_linked)
      AND EXISTS (SELECT FROM document_types type WHERE type.client_id = ${id} AND type.id = document.document_type_id
        AND type.visible_by_employee)
    ORDER BY ${sequence}`.execute(db)
  return rows
}

const listRoles = statement<
  { technical_id: string; name: string },
  { client_id: string; technical_ids: string[]; language: string | null }
>(`
  SELECT manager.technical_id, string_agg(DISTINCT ${localizedNameSql('role', '$language')}, ', ') AS name
  FROM users manager
  JOIN profiles profile ON profile.client_id = $client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = $client_id AND role.code = profile.role
  WHERE manager.client_id = $client_id AND manager.technical_id = ANY ($technical_ids)
  GROUP BY manager.technical_id`)

async function findRoles(
  db: Db,
  client: Client,
  language: string | null,
  rows: readonly ViewRow[],
): Promise<Map<string, string>> {
  const managers = rows.filter((row) => row.actor_type === 'user').flatMap(({ actor_id }) => actor_id ?? [])
  if (managers.length === 0) return new Map()
  const found = await listRoles(db, { client_id: client.id, technical_ids: [...new Set(managers)], language })
  return new Map(found.map(({ technical_id, name }) => [technical_id, name]))
}

function present(row: ViewRow, { technical_id }: Employee, roles: Map<string, string> | undefined): ViewOfMyFile {
  const { at, action, document_id, title } = row
  const who = viewerOf(row, technical_id)
  return {
    at: inMilliseconds(at),
    action,
    who,
    name: nameOf(row, who, roles),
    document: document_id === null || title === null ? null : { id: document_id, title },
  }
}

function viewerOf({ actor_type, actor_id }: ViewRow, employee: string): ViewOfMyFile['who'] {
  if (actor_type === 'system') return 'system'
  if (actor_type === 'user') return 'manager'
  if (actor_type === 'employee' && actor_id === employee) return 'me'
  return actor_type === 'employee' || actor_type === 'external' ? 'other' : 'application'
}

function nameOf(row: ViewRow, who: ViewOfMyFile['who'], roles: Map<string, string> | undefined): string | null {
  if (who === 'application') return row.actor_name
  if (who !== 'manager') return null
  return roles ? (roles.get(row.actor_id ?? '') ?? null) : row.actor_name
}
