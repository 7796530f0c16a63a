import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'

// Who was subscribed already stays so from the time on since when it was.
const begin = statement<never, [string, string, string[]]>(`
  INSERT INTO event_subscriptions AS known (client_id, id, patterns) VALUES ($1, $2, $3)
  ON CONFLICT (client_id, id) DO UPDATE SET patterns = excluded.patterns, until = NULL,
    since = CASE WHEN known.until IS NULL THEN known.since ELSE excluded.since END`)

const end = statement<never, [string, string]>(`
  UPDATE event_subscriptions SET until = now() WHERE client_id = $1 AND id = $2 AND until IS NULL`)

const remove = statement<never, [string, string]>('DELETE FROM event_subscriptions WHERE client_id = $1 AND id = $2')

/** From this transaction on, events that fit one of the patterns are for this subscriber. */
export async function subscribe(tx: Tx, client: Client, id: string, patterns: string[]): Promise<void> {
  await begin(tx, client.id, id, patterns)
}

/** What was written before is still for the subscriber; what comes is not. */
export async function unsubscribe(tx: Tx, client: Client, id: string): Promise<void> {
  await end(tx, client.id, id)
}

/** Forgets the subscriber: whatever was not handed out yet is not for it either. */
export async function forgetSubscriber(tx: Tx, client: Client, id: string): Promise<void> {
  await remove(tx, client.id, id)
}

export type HandedOut = { client_id: string; subscriber_id: string; event_id: string; type: string }

/**
 * The parts of a statement that take up to $1 events out of the outbox, the clients in turn, and tell in `handed_out` for
 * whom each is. Events that another worker is taking are left to it.
 */
export const TAKE_EVENTS = `
  RECURSIVE client AS (
    (SELECT client_id FROM event_outbox ORDER BY client_id LIMIT 1)
    UNION ALL
    SELECT (SELECT later.client_id FROM event_outbox later WHERE later.client_id > client.client_id
            ORDER BY later.client_id LIMIT 1)
    FROM client WHERE client.client_id IS NOT NULL
  ), waiting AS (
    SELECT oldest.client_id, oldest.event_id FROM client CROSS JOIN LATERAL (
      SELECT client_id, event_id, row_number() OVER (ORDER BY event_id) AS turn
      FROM (SELECT client_id, event_id FROM event_outbox WHERE client_id = client.client_id
            ORDER BY client_id, event_id LIMIT $1) AS first
    ) AS oldest ORDER BY oldest.turn LIMIT $1
  ), free AS MATERIALIZED (
    SELECT one.client_id, one.event_id FROM waiting
    JOIN event_outbox one ON one.client_id = waiting.client_id AND one.event_id = waiting.event_id
    FOR UPDATE OF one SKIP LOCKED
  ), taken AS (
    DELETE FROM event_outbox one USING free WHERE one.client_id = free.client_id AND one.event_id = free.event_id
    RETURNING one.client_id, one.event_id, one.type, one.written_at
  ), handed_out AS (
    SELECT taken.client_id, subscriber.id AS subscriber_id, taken.event_id, taken.type FROM taken
    JOIN event_subscriptions subscriber ON subscriber.client_id = taken.client_id
      AND subscriber.patterns && ARRAY['*', taken.type, split_part(taken.type, '.', 1) || '.*']
      AND taken.written_at >= subscriber.since
      AND (subscriber.until IS NULL OR taken.written_at < subscriber.until)
  )`

const countWaiting = statement<{ waiting: number; oldest: Date | null }, []>(`
  SELECT count(*)::integer AS waiting, min(written_at) AS oldest FROM event_outbox`)

/** How many events are still to be handed out. */
export async function outboxDepth(db: Db): Promise<{ waiting: number; oldest: Date | null }> {
  return (await countWaiting(db))[0] ?? { waiting: 0, oldest: null }
}
