import type { Client, Work } from '#kernel/work.ts'
import { employeeSql, type Person, personSql } from '#modules/directory/index.ts'
import type { RequestActor } from '#modules/requests/request-actor.ts'
import type { HistoryEntry } from '#modules/requests/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

type NewHistoryEntry =
  | { action: 'updated'; changes: HistoryEntry['changes']; actor: RequestActor }
  | { action: 'commented'; comment_id: string; actor: RequestActor }

const insert = statement<
  never,
  {
    client_id: string
    request_id: string
    action: string
    changes: string
    comment_id: string | null
    user_key: string | null
    employee_key: string | null
    actor_type: string
    actor_name: string | null
    created_at: Date
  }
>(`
  INSERT INTO request_history (client_id, request_id, action, changes, comment_id, user_key, employee_key, actor_type,
    actor_name, created_at)
  VALUES ($client_id, $request_id, $action, $changes, $comment_id, $user_key, $employee_key, $actor_type, $actor_name, $created_at)`)

/** Adds a line to the history of a request. */
export async function recordHistory(
  { tx, client, actor, now }: Work,
  requestId: string,
  entry: NewHistoryEntry,
): Promise<void> {
  const changes = entry.action === 'updated' ? entry.changes : []
  const commentId = entry.action === 'commented' ? entry.comment_id : null
  const { user_key, employee_key } = entry.actor
  await insert(tx, {
    client_id: client.id,
    request_id: requestId,
    action: entry.action,
    changes: JSON.stringify(changes),
    comment_id: commentId,
    user_key,
    employee_key,
    actor_type: actor.type,
    actor_name: actor.name,
    created_at: now,
  })
}

type HistoryRow = Omit<HistoryEntry, 'via' | 'created_at'> & {
  actor_name: string | null
  created_at: Date
}

/** The same, with the side of the actor; null if the caller named none. */
export type HistoryItemRow = HistoryRow & { side: 'manager' | 'employee' | null }

const manager = `(SELECT ${personSql('one')} FROM users one
      WHERE one.client_id = $client_id AND one.key = entry.user_key)`

const COLUMNS = `entry.action, entry.changes, entry.comment_id, entry.actor_name, entry.created_at,
    coalesce(${manager}, ${employeeSql('entry.employee_key')}) AS actor`

const list = statement<HistoryRow, { client_id: string; request_id: string; limit: number; offset: number }>(`
  SELECT ${COLUMNS} FROM request_history entry WHERE entry.client_id = $client_id AND entry.request_id = $request_id
  ORDER BY entry.id LIMIT $limit OFFSET $offset`)

const count = statement<{ total: string }, { client_id: string; request_id: string }>(`
  SELECT count(*) AS total FROM request_history WHERE client_id = $client_id AND request_id = $request_id`)

/** What happened to a request, from the beginning on. */
export async function listHistory(
  db: Db,
  client: Client,
  requestId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: HistoryEntry[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    list(db, { client_id: client.id, request_id: requestId, limit, offset }),
    count(db, { client_id: client.id, request_id: requestId }),
  ])
  return {
    rows: rows.map(({ action, actor, actor_name, changes, comment_id, created_at }) => ({
      action,
      actor: actor as Person | null,
      via: actor_name,
      changes,
      comment_id,
      created_at: inSeconds(created_at),
    })),
    total: Number(counted?.total),
  }
}

const listNewest = statement<HistoryItemRow, { client_id: string; request_id: string; limit: number }>(`
  SELECT ${COLUMNS},
    CASE WHEN entry.user_key IS NOT NULL THEN 'manager' WHEN entry.employee_key IS NOT NULL THEN 'employee' END AS side
  FROM request_history entry WHERE entry.client_id = $client_id AND entry.request_id = $request_id AND entry.action <> 'commented'
  ORDER BY entry.id DESC LIMIT $limit`)

/** What was done to a request lately, from the oldest on; what was said is in its comments. */
export async function listRecentHistory(
  db: Db,
  client: Client,
  requestId: string,
  limit: number,
): Promise<HistoryItemRow[]> {
  return (await listNewest(db, { client_id: client.id, request_id: requestId, limit })).toReversed()
}
