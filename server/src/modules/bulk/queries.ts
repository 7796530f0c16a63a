import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { statement } from '#platform/db/statement.ts'
import type { BulkOptions } from './bulk-kind.ts'
import type { BulkAction, BulkActionResult, Kind } from './schemas.ts'

/** A bulk action of a client. */
export type ActionRef = { client_id: string; id: string }

export type ActionRow = Omit<BulkAction, 'created_at' | 'started_at' | 'finished_at' | 'mail_transport'> & {
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

/** What the job needs to know of an action that has not ended. */
export type PendingAction = ActionRef & {
  user_key: string
  kind: Kind
  options: BulkOptions
  state: 'waiting' | 'running'
}

const COLUMNS = `action.id, action.kind, action.state, action.stop_code, action.total, action.done, action.skipped,
  action.failed, action.created_at, action.started_at, action.finished_at`
export const NEWEST_FIRST: ListOrder = { column: 'id', tie: 'id', descending: true }

type NewAction = ActionRef & {
  user_key: string
  kind: Kind
  options: BulkOptions
  filter: object | null
  items: string[] | null
  created_at: Date
}

export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  const { options, filter, created_at } = action
  await tx
    .insertInto('bulk_actions')
    .values({
      ...action,
      options: JSON.stringify(options),
      filter: filter && JSON.stringify(filter),
      state: 'waiting',
      progressed_at: created_at,
    })
    .execute()
}

const countUnfinished = statement<{ unfinished: number }, { client_id: string }>(`
  SELECT count(*)::integer AS unfinished FROM bulk_actions WHERE client_id = $client_id AND finished_at IS NULL`)

export async function countUnfinishedActions(db: Db, client: Client): Promise<number> {
  return (await countUnfinished(db, { client_id: client.id }))[0]?.unfinished ?? 0
}

type Owner = { client: Client; userKey: string }

export async function listActions(
  db: Db,
  { client, userKey }: Owner,
  finished: boolean | undefined,
  request: OrderedRequest,
): Promise<ActionRow[]> {
  const { beyond, sequence, limit } = keysetSql('action', request)
  const conditions = [sql`action.client_id = ${client.id}`, sql`action.user_key = ${userKey}`, ...beyond]
  if (finished !== undefined) conditions.push(sql`(action.finished_at IS NOT NULL) = ${finished}`)
  const { rows } = await sql<ActionRow>`
    SELECT ${sql.raw(COLUMNS)} FROM bulk_actions action WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

const find = statement<ActionRow, { client_id: string; user_key: string; id: string }>(`
  SELECT ${COLUMNS} FROM bulk_actions action WHERE client_id = $client_id AND user_key = $user_key AND id = $id`)

export async function findAction(db: Db, { client, userKey }: Owner, id: string): Promise<ActionRow | undefined> {
  return (await find(db, { client_id: client.id, user_key: userKey, id }))[0]
}

const findPending = statement<PendingAction, { client_id: string; id: string }>(`
  SELECT client_id, id, user_key::text, kind, options, state FROM bulk_actions
  WHERE client_id = $client_id AND id = $id AND finished_at IS NULL`)

export async function findPendingAction(db: Db, { client_id, id }: ActionRef): Promise<PendingAction | undefined> {
  return (await findPending(db, { client_id, id }))[0]
}

const lockWaiting = statement<{ items: string[] | null; filter: object | null }, { client_id: string; id: string }>(`
  SELECT items, filter FROM bulk_actions WHERE client_id = $client_id AND id = $id AND state = 'waiting' FOR UPDATE`)

/** The selection of an action that has not started, which is locked so that no other worker starts it. */
export async function lockSelection(tx: Tx, { client_id, id }: ActionRef) {
  return (await lockWaiting(tx, { client_id, id }))[0]
}

const begin = statement<never, { client_id: string; id: string; items: string[]; started_at: Date }>(`
  UPDATE bulk_actions SET items = $items, total = cardinality($items::text[]), started_at = $started_at, progressed_at = $started_at,
    state = CASE WHEN cardinality($items::text[]) = 0 THEN 'finished' ELSE 'running' END,
    finished_at = CASE WHEN cardinality($items::text[]) = 0 THEN $started_at::timestamptz END
  WHERE client_id = $client_id AND id = $id`)

export async function beginAction(tx: Tx, { client_id, id }: ActionRef, items: string[], now: Date): Promise<void> {
  await begin(tx, { client_id, id, items, started_at: now })
}

/**
 * Takes the lock of an action, which is granted in the order of the requests for it. Row locks are not: after each item,
 * the worker could lock the row for the next one before a stop that waits for it wakes up.
 */
function lockAction(tx: Tx, { client_id, id }: ActionRef): Promise<void> {
  return takeLock(tx, `bulk action ${client_id} ${id}`)
}

const stop = statement<{ id: string }, { client_id: string; id: string; stop_code: string; finished_at: Date }>(`
  UPDATE bulk_actions SET state = 'stopped', stop_code = $stop_code, finished_at = $finished_at
  WHERE client_id = $client_id AND id = $id AND finished_at IS NULL RETURNING id`)

export async function stopAction(tx: Tx, { client_id, id }: ActionRef, code: string, now: Date): Promise<boolean> {
  await lockAction(tx, { client_id, id })
  return (await stop(tx, { client_id, id, stop_code: code, finished_at: now })).length > 0
}

export type Batch = { position: number; items: string[]; isLast: boolean }

const next = statement<Batch, { client_id: string; id: string; limit: number }>(`
  SELECT done + skipped + failed AS position, items[done + skipped + failed + 1 : done + skipped + failed + $limit] AS items,
    done + skipped + failed + $limit >= total AS "isLast"
  FROM bulk_actions WHERE client_id = $client_id AND id = $id AND state = 'running'`)

/** The next items of an action that runs, and where the first of them stands. */
export async function nextBatch(db: Db, { client_id, id }: ActionRef, most: number): Promise<Batch | undefined> {
  return (await next(db, { client_id, id, limit: most }))[0]
}

const lock = statement<object, { client_id: string; id: string; position: number }>(`
  SELECT FROM bulk_actions
  WHERE client_id = $client_id AND id = $id AND state = 'running' AND done + skipped + failed = $position FOR UPDATE`)

/** Holds the action until its item is counted; false when the item was done by another worker, or the action stopped. */
export async function lockAt(tx: Tx, { client_id, id }: ActionRef, position: number): Promise<boolean> {
  await lockAction(tx, { client_id, id })
  return (await lock(tx, { client_id, id, position })).length > 0
}

const COUNT = `
  UPDATE bulk_actions SET done = done + $done, skipped = skipped + $skipped, failed = failed + $failed, progressed_at = $progressed_at,
    state = CASE WHEN done + skipped + failed + 1 = total THEN 'finished' ELSE state END,
    finished_at = CASE WHEN done + skipped + failed + 1 = total THEN $progressed_at::timestamptz END
  WHERE client_id = $client_id AND id = $id`
const count = statement<
  never,
  { client_id: string; id: string; done: number; skipped: number; failed: number; progressed_at: Date }
>(COUNT)

/** Counts one item; the last one ends the action. */
export async function countItem(
  tx: Tx,
  { client_id, id }: ActionRef,
  outcome: 'done' | 'skipped' | 'failed',
  now: Date,
): Promise<void> {
  const [done, skipped, failed] = (['done', 'skipped', 'failed'] as const).map((one) => (one === outcome ? 1 : 0))
  await count(tx, { client_id, id, done: done ?? 0, skipped: skipped ?? 0, failed: failed ?? 0, progressed_at: now })
}

/** An item that was not changed, and why. */
export type ItemException = {
  position: number
  item: string
  outcome: 'skipped' | 'failed'
  code: string
  message: string
}

export async function insertException(tx: Tx, { client_id, id }: ActionRef, exception: ItemException): Promise<void> {
  await tx
    .insertInto('bulk_action_exceptions')
    .values({ client_id, bulk_action_id: id, ...exception })
    .execute()
}

const reasons = statement<BulkActionResult['reasons'][number], { client_id: string; bulk_action_id: string }>(`
  SELECT outcome, code, min(message) AS message, count(*)::integer AS count FROM bulk_action_exceptions
  WHERE client_id = $client_id AND bulk_action_id = $bulk_action_id GROUP BY outcome, code ORDER BY count DESC, outcome, code LIMIT 100`)

export function listReasons(db: Db, { client_id, id }: ActionRef): Promise<BulkActionResult['reasons']> {
  return reasons(db, { client_id, bulk_action_id: id })
}

const exceptions = statement<
  ItemException,
  { client_id: string; bulk_action_id: string; after: number; limit: number }
>(`
  SELECT position, item, outcome, code, message FROM bulk_action_exceptions
  WHERE client_id = $client_id AND bulk_action_id = $bulk_action_id AND position > $after ORDER BY position LIMIT $limit`)

/** The items that were not changed, in their order, a chunk at a time. */
export async function* listExceptions(db: Db, { client_id, id }: ActionRef): AsyncGenerator<ItemException[]> {
  const CHUNK = 1000
  for (let after = -1; ; ) {
    const rows = await exceptions(db, { client_id, bulk_action_id: id, after, limit: CHUNK })
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    after = rows.at(-1)?.position ?? after
  }
}

const stalled = statement<ActionRef, { since: Date }>(`
  SELECT client_id, id FROM bulk_actions WHERE finished_at IS NULL AND progressed_at < $since LIMIT 1000`)

/** Actions that have not moved since then. */
export function listStalled(db: Db, since: Date): Promise<ActionRef[]> {
  return stalled(db, { since })
}

const deleteFinished = statement<{ id: string }, { before: Date; limit: number }>(`
  DELETE FROM bulk_actions WHERE (client_id, id) IN (
    SELECT client_id, id FROM bulk_actions WHERE finished_at < $before LIMIT $limit) RETURNING id`)

export async function deleteFinishedActions(db: Db, before: Date, most: number): Promise<number> {
  return (await deleteFinished(db, { before, limit: most })).length
}
