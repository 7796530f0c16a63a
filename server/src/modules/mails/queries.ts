import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import { type FilteredList, filteredPage } from '#platform/db/lists/filtered-page.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'
import { statement } from '#platform/db/statement.ts'
import type { ListMailsQuery } from './schemas.ts'

export type MailRow = {
  key: string
  recipient: string
  subject: string
  kind: string
  attempts: number
  attempted_at: Date
  sent_at: Date | null
  failure: string | null
  in_folder: boolean
}

export type Attempt = {
  clientId: string
  messageId: string | null
  recipient: string
  subject: string
  kind: string
  at: Date
  failure: string | null
  searchText: string
  inFolder: boolean
}

type Values = {
  client_id: string
  message_id: string | null
  recipient: string
  subject: string
  kind: string
  attempted_at: Date
  failure: string | null
  search_text: string
  in_folder: boolean
}
const upsert = statement<never, Values>(`
  INSERT INTO mails (client_id, message_id, recipient, subject, kind, attempts, attempted_at, sent_at, failure, search_text,
    in_folder)
  VALUES ($client_id, $message_id, $recipient, $subject, $kind, 1, $attempted_at, CASE WHEN $failure::text IS NULL THEN $attempted_at::timestamptz END, $failure, $search_text, $in_folder)
  ON CONFLICT (client_id, message_id) WHERE message_id IS NOT NULL DO UPDATE SET attempts = mails.attempts + 1,
    attempted_at = excluded.attempted_at, sent_at = excluded.sent_at, failure = excluded.failure,
    in_folder = excluded.in_folder`)

/** Writes an attempt to send a mail down; the one before it, if it was the same mail, is the past. */
export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { clientId, messageId, recipient, subject, kind, at, failure, searchText, inFolder } = attempt
  await upsert(db, {
    client_id: clientId,
    message_id: messageId,
    recipient,
    subject,
    kind,
    attempted_at: at,
    failure,
    search_text: searchText,
    in_folder: inFolder,
  })
}

const COLUMNS = `mail.key, mail.recipient, mail.subject, mail.kind, mail.attempts, mail.attempted_at, mail.sent_at, mail.failure,
  mail.in_folder`
export const NEWEST_FIRST = { column: 'attempted_at', tie: 'key', descending: true } as const

export async function listMailRows(
  db: Db,
  client: Client,
  { q, status, left_out }: ListMailsQuery & { left_out: string[] },
  request: KeysetRequest,
): Promise<MailRow[]> {
  const list: FilteredList = {
    table: 'mails',
    alias: 'mail',
    columns: sql.raw(COLUMNS),
    order: NEWEST_FIRST,
    scope: [sql`mail.client_id = ${client.id}`, ...(status === 'failed' ? [sql`mail.sent_at IS NULL`] : [])],
    filters: [
      ...(status === 'sent' ? [{ onWalk: sql`mail.sent_at IS NOT NULL AND NOT mail.in_folder` }] : []),
      ...(status === 'written' ? [{ onWalk: sql`mail.sent_at IS NOT NULL AND mail.in_folder` }] : []),
      ...(left_out.length === 0 ? [] : [{ onWalk: sql`mail.kind <> ALL (${left_out}::text[])` }]),
      ...(q === undefined ? [] : [{ onWalk: sql`mail.search_text LIKE ${containingWord(q)}` }]),
    ],
  }
  return await filteredPage<MailRow>(db, list, request)
}

const remove = statement<{ key: string }, { before: Date; limit: number }>(`
  DELETE FROM mails WHERE (client_id, key) IN (
    SELECT client_id, key FROM mails WHERE attempted_at < $before ORDER BY attempted_at LIMIT $limit) RETURNING key`)

/** Removes some of what is older than this; answers how many. */
export async function deleteMails(db: Db, before: Date, most: number): Promise<number> {
  return (await remove(db, { before, limit: most })).length
}
