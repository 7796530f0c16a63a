import { type RawBuilder, sql } from 'kysely'
import { managersCovering } from '#modules/directory/index.ts'
import { readersOf } from '#modules/documents/index.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export type DueNote = {
  client_id: string
  id: string
  employee_key: string | null
  document_key: string | null
  is_restricted: boolean
}

/** What is locked is locked at its client. So many are tried at most: as many workers may be at the same. */
const MAX_TRIED = 20

const IS_DUE = 'remind_date <= $now AND reminded_at IS NULL AND reminding_since IS NULL'
const listDue = statement<{ client_id: string; id: string }, { now: Date }>(`
  SELECT client_id, id FROM notes WHERE ${IS_DUE} ORDER BY remind_date LIMIT ${MAX_TRIED}`)
const lockDue = statement<DueNote, { client_id: string; id: string; now: Date }>(`
  SELECT client_id, id, employee_key, document_key, is_restricted FROM notes
  WHERE client_id = $client_id AND id = $id AND ${IS_DUE} FOR UPDATE SKIP LOCKED`)

/** A due note whose managers have to be determined, locked until the transaction ends. */
export async function lockDueNote(tx: Tx, now: Date): Promise<DueNote | undefined> {
  for (const { client_id, id } of await listDue(tx, { now })) {
    const [note] = await lockDue(tx, { client_id, id, now })
    if (note) return note
  }
  return undefined
}

const insertReminders = statement<never, { client_id: string; note_id: string; user_keys: string[]; due_at: Date }>(`
  INSERT INTO note_reminders (client_id, note_id, user_key, due_at)
  SELECT $client_id, $note_id, user_key, $due_at FROM unnest($user_keys::bigint[]) AS user_key`)

/**
 * Settles whom a note may remind: its readers, or the managers in whose perimeter its subject is. Whether each of them
 * may read the note is asked when the mail is sent.
 */
export async function addReminders(tx: Tx, note: DueNote, now: Date): Promise<void> {
  const { rows } = await sql<{ user_key: string }>`
    SELECT DISTINCT candidate.user_key FROM (${candidates(note)}) AS candidate`.execute(tx)
  const user_keys = rows.map((row) => row.user_key)
  await insertReminders(tx, { client_id: note.client_id, note_id: note.id, user_keys, due_at: now })
  await tx
    .updateTable('notes')
    .set({ reminding_since: now })
    .where('client_id', '=', note.client_id)
    .where('id', '=', note.id)
    .execute()
}

function candidates({ client_id, id, employee_key, document_key, is_restricted }: DueNote): RawBuilder<unknown> {
  if (is_restricted) return sql`SELECT user_key FROM note_readers WHERE client_id = ${client_id} AND note_id = ${id}`
  const client = { id: client_id, languages: [] }
  if (employee_key !== null) {
    const ancestors = sql`(
      SELECT ancestors FROM employees WHERE client_id = ${client_id} AND key = ${employee_key} AND deleted_at IS NULL)`
    return managersCovering(client, ancestors, 'notes:read')
  }
  return readersOf(client, document_key ?? '0')
}

export type DueReminder = {
  client_id: string
  note_id: string
  user_key: string
  failures: number
  manager_technical_id: string
  is_switched_off: boolean
  email: string
  first_name: string
  last_name: string
  language: string | null
  description: string
  author: string | null
  written_at: Date
  employee_technical_id: string | null
  employee_name: string | null
  document_title: string | null
}

type ReminderKey = { client_id: string; note_id: string; user_key: string }

const REMINDER_IS_DUE = 'due_at <= $now AND sent_at IS NULL AND given_up_at IS NULL'
const listDueReminders = statement<ReminderKey, { now: Date }>(`
  SELECT client_id, note_id, user_key FROM note_reminders WHERE ${REMINDER_IS_DUE} ORDER BY due_at LIMIT ${MAX_TRIED}`)
const lockReminder = statement<DueReminder, ReminderKey & { now: Date }>(`
  WITH due AS (
    SELECT client_id, note_id, user_key, failures FROM note_reminders
    WHERE client_id = $client_id AND note_id = $note_id AND user_key = $user_key AND ${REMINDER_IS_DUE} FOR UPDATE SKIP LOCKED
  )
  SELECT due.client_id, due.note_id, due.user_key, due.failures,
    manager.technical_id AS manager_technical_id, EXISTS (
      SELECT FROM accounts account WHERE account.client_id = $client_id AND account.scope = 'manager'
        AND account.technical_id = manager.technical_id AND NOT account.is_active) AS is_switched_off, manager.email, manager.first_name, manager.last_name,
    manager.language, note.description, note.actor_name AS author, note.created_at AS written_at,
    employee.technical_id AS employee_technical_id, employee.first_name || ' ' || employee.last_name AS employee_name,
    document.title AS document_title
  FROM due
  JOIN users manager ON manager.client_id = $client_id AND manager.key = due.user_key
  JOIN notes note ON note.client_id = $client_id AND note.id = due.note_id
  LEFT JOIN documents document ON document.client_id = $client_id AND document.key = note.document_key
  LEFT JOIN employees employee
    ON employee.client_id = $client_id AND employee.key = coalesce(note.employee_key, document.employee_key)`)

/** A reminder to send now, locked until the transaction ends. */
export async function lockDueReminder(tx: Tx, now: Date): Promise<DueReminder | undefined> {
  for (const { client_id, note_id, user_key } of await listDueReminders(tx, { now })) {
    const [reminder] = await lockReminder(tx, { client_id, note_id, user_key, now })
    if (reminder) return reminder
  }
  return undefined
}

const remove = statement<never, { client_id: string; note_id: string; user_key: string }>(`
  DELETE FROM note_reminders WHERE client_id = $client_id AND note_id = $note_id AND user_key = $user_key`)

/** Removes a reminder that its manager must not get. */
export async function removeReminder(tx: Tx, { client_id, note_id, user_key }: DueReminder): Promise<void> {
  await remove(tx, { client_id, note_id, user_key })
}

const sent = statement<never, { client_id: string; note_id: string; user_key: string; sent_at: Date }>(`
  UPDATE note_reminders SET sent_at = $sent_at WHERE client_id = $client_id AND note_id = $note_id AND user_key = $user_key`)

export async function markSent(tx: Tx, { client_id, note_id, user_key }: DueReminder, now: Date): Promise<void> {
  await sent(tx, { client_id, note_id, user_key, sent_at: now })
}

const failed = statement<
  never,
  { client_id: string; note_id: string; user_key: string; due_at: Date; given_up_at: Date | null }
>(`
  UPDATE note_reminders SET failures = failures + 1, due_at = $due_at, given_up_at = $given_up_at
  WHERE client_id = $client_id AND note_id = $note_id AND user_key = $user_key`)

/** Puts a reminder that could not be sent off, or gives it up. */
export async function markFailed(
  tx: Tx,
  { client_id, note_id, user_key }: DueReminder,
  next: { dueAt: Date; givenUpAt: Date | null },
): Promise<void> {
  await failed(tx, { client_id, note_id, user_key, due_at: next.dueAt, given_up_at: next.givenUpAt })
}

const finish = statement<{ id: string }, { now: Date }>(`
  UPDATE notes note SET reminded_at = $now
  WHERE note.remind_date <= $now AND note.reminded_at IS NULL AND note.reminding_since IS NOT NULL AND NOT EXISTS (
    SELECT FROM note_reminders one WHERE one.client_id = note.client_id AND one.note_id = note.id
      AND one.sent_at IS NULL AND one.given_up_at IS NULL)
  RETURNING id`)

/** Marks notes whose reminders have all been sent or given up. */
export async function finishNotes(db: Db, now: Date): Promise<void> {
  await finish(db, { now })
}
