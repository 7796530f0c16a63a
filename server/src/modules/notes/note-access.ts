import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { perimeterCovers, perimeterOf } from '#modules/directory/index.ts'
import { documentPerimeterOf, isInDocumentPerimeter } from '#modules/documents/index.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { statement } from '#platform/db/statement.ts'

function isForReader(client: Client, manager: string): RawBuilder<boolean> {
  return sql`(NOT note.is_restricted OR EXISTS (
    SELECT FROM note_readers named JOIN users reader ON reader.client_id = named.client_id AND reader.key = named.user_key
    WHERE named.client_id = ${client.id} AND named.note_id = note.id
      AND reader.client_id = ${client.id} AND reader.technical_id = ${manager}))`
}

/**
 * Spec, Note: visible to all managers who may see the resource, or to a chosen subset of them. A condition on rows called
 * `note`, and the only one: pages, reminders, the history of a folder and the job that mails reminders all ask it. A
 * manager on the list who has lost the role or the perimeter does not read the note.
 */
export async function isReadable(db: Db, client: Client, manager: string): Promise<RawBuilder<boolean>> {
  const ofKind = async (kind: 'employee' | 'company') => {
    const reaches = await Promise.all([
      documentPerimeterOf(db, client, { manager, kind }),
      documentPerimeterOf(db, client, { manager, kind, permission: 'notes:read' }),
    ])
    return sql`(document.kind = ${kind} AND ${sql.join(reaches.map(isInDocumentPerimeter), sql` AND `)})`
  }
  const [people, notes, ofEmployees, ofCompany] = await Promise.all([
    perimeterOf(db, client, { technicalId: manager, permission: 'employees:read' }),
    perimeterOf(db, client, { technicalId: manager, permission: 'notes:read' }),
    ofKind('employee'),
    ofKind('company'),
  ])
  const ancestors = sql`employee.ancestors`
  return sql`(${isForReader(client, manager)} AND (
    EXISTS (SELECT FROM employees employee
      WHERE employee.client_id = ${client.id} AND employee.key = note.employee_key AND employee.deleted_at IS NULL
        AND ${perimeterCovers(people, ancestors)} AND ${perimeterCovers(notes, ancestors)})
    OR EXISTS (SELECT FROM documents document
      WHERE document.client_id = ${client.id} AND document.key = note.document_key
        AND (${ofEmployees} OR ${ofCompany}))))`
}

/** Whether a manager may read this note at this moment. */
export async function mayReadNote(db: Db, client: Client, manager: string, noteId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM notes note WHERE note.client_id = ${client.id} AND note.id = ${noteId}
      AND ${await isReadable(db, client, manager)}`.execute(db)
  return rows.length > 0
}

type Named = { technical_id: string; first_name: string; last_name: string }
const names = statement<Named, { client_id: string; technical_ids: string[] }>(`
  SELECT technical_id, first_name, last_name FROM users WHERE client_id = $client_id AND technical_id = ANY ($technical_ids)`)

/** The names of managers, by their technical ids. */
export async function managerNames(db: Db, client: Client, technicalIds: string[]): Promise<Map<string, Named>> {
  const wanted = [...new Set(technicalIds)]
  const found = wanted.length === 0 ? [] : await names(db, { client_id: client.id, technical_ids: wanted })
  return new Map(found.map((one) => [one.technical_id, one]))
}

export type ReminderRow = {
  id: string
  description: string
  remind_date: Date
  author: string | null
  employee: Named | null
  document: { id: string; title: string } | null
}

type ReminderFilters = { readable: RawBuilder<boolean>; from: Date; until: Date | undefined }

/** Notes with a reminder between two moments, as far as `readable` lets them be seen. */
export async function listReminders(
  db: Db,
  client: Client,
  { readable, from, until }: ReminderFilters,
  request: OrderedRequest,
): Promise<ReminderRow[]> {
  const { beyond, sequence, limit } = keysetSql('note', request)
  const conditions = [
    sql`note.client_id = ${client.id}`,
    sql`note.remind_date >= ${from}`,
    ...(until ? [sql`note.remind_date < ${until}`] : []),
    ...beyond,
    readable,
  ]
  const { rows } = await sql<ReminderRow>`
    SELECT note.id, note.description, note.remind_date, note.actor_name AS author,
      CASE WHEN document.id IS NOT NULL THEN json_build_object('id', document.id, 'title', document.title) END AS document,
      CASE WHEN employee.key IS NOT NULL THEN json_build_object('technical_id', employee.technical_id,
        'first_name', employee.first_name, 'last_name', employee.last_name) END AS employee
    FROM (
      SELECT * FROM notes note WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}
    ) AS note
    LEFT JOIN documents document ON document.client_id = ${client.id} AND document.key = note.document_key
    LEFT JOIN employees employee
      ON employee.client_id = ${client.id} AND employee.key = coalesce(note.employee_key, document.employee_key)
    ORDER BY ${sequence}`.execute(db)
  return rows
}
