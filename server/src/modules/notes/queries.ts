import { type RawBuilder, sql } from 'kysely'
import type { Client, Work } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'

export type NoteRow = {
  id: string
  employee_technical_id: string | null
  document_id: string | null
  description: string
  remind_date: Date | null
  reminded_at: Date | null
  is_restricted: boolean
  readers: string[]
  actor_name: string | null
  created_at: Date
}

const SELECT = `
  SELECT note.id, note.description, note.remind_date, note.reminded_at, note.is_restricted, note.actor_name, note.created_at,
    (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = note.employee_key)
      AS employee_technical_id,
    (SELECT id FROM documents WHERE client_id = $client_id AND key = note.document_key) AS document_id,
    (SELECT coalesce(json_agg(reader.technical_id ORDER BY reader.technical_id), '[]') FROM note_readers named
     JOIN users reader ON reader.client_id = named.client_id AND reader.key = named.user_key
     WHERE named.client_id = $client_id AND named.note_id = note.id) AS readers
  FROM notes note`

const find = lookup<NoteRow, { client_id: string; id: string }>(
  `${SELECT} WHERE note.client_id = $client_id AND note.id = $id`,
)

export async function findNote(db: Db, client: Client, id: string): Promise<NoteRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

/** A page of notes; `within` narrows it to what a caller may read. */
/** Notes on what, and as far as `readable` lets its reader see them. */
type NoteFilters = {
  employee_technical_id?: string | undefined
  document_id?: string | undefined
  readable?: RawBuilder<boolean>
}

export async function listNotes(
  db: Db,
  client: Client,
  { employee_technical_id, document_id, readable }: NoteFilters,
  request: OrderedRequest,
): Promise<NoteRow[]> {
  const { beyond, sequence, limit } = keysetSql('note', request)
  const conditions = [sql`note.client_id = ${client.id}`, ...beyond, ...(readable ? [readable] : [])]
  if (employee_technical_id !== undefined) {
    conditions.push(sql`note.employee_key = (
      SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${employee_technical_id})`)
  }
  if (document_id !== undefined) {
    const key = isUuid(document_id)
      ? sql`(SELECT key FROM documents WHERE id = ${document_id} AND client_id = ${client.id})`
      : sql`NULL`
    conditions.push(sql`note.document_key = ${key}`)
  }
  const { rows } = await sql<NoteRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

/** What a note is on. */
export type Subject = { employee_key: string } | { document_key: string }

type NewNote = { id: string; description: string; remind_date: Date | null; readers: string[] | null }

const insertReaders = statement<never, { client_id: string; note_id: string; readers: string[] }>(`
  INSERT INTO note_readers (client_id, note_id, user_key) SELECT $client_id, $note_id, unnest($readers::bigint[])`)

/** `readers`: the keys of the managers who can see it; null: every manager who may see its subject. */
export async function insertNote(
  { tx, client, actor, now }: Work,
  subject: Subject,
  { readers, ...note }: NewNote,
): Promise<void> {
  await tx
    .insertInto('notes')
    .values({
      client_id: client.id,
      ...note,
      ...subject,
      is_restricted: readers !== null,
      created_at: now,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .execute()
  if (readers) await insertReaders(tx, { client_id: client.id, note_id: note.id, readers })
}

/** A note that is gone, and the employee whom it was about, or whose document. */
export type DeletedNote = { id: string; employee_technical_id: string | null }

const remove = statement<DeletedNote, { client_id: string; ids: string[] }>(`
  DELETE FROM notes note WHERE note.client_id = $client_id AND note.id = ANY ($ids::uuid[]) RETURNING note.id, (
    SELECT employee.technical_id FROM employees employee
    WHERE employee.client_id = $client_id AND employee.key = coalesce(note.employee_key, (
      SELECT document.employee_key FROM documents document
      WHERE document.client_id = $client_id AND document.key = note.document_key))) AS employee_technical_id`)

/** Deletes notes, and answers which of them were there. */
export async function deleteNoteRows(tx: Tx, client: Client, ids: readonly string[]): Promise<DeletedNote[]> {
  return remove(tx, { client_id: client.id, ids: ids.filter(isUuid) })
}
