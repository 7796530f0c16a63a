import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Tenant } from '#platform/db/work.ts'

/** The condition that a subscription wants events of a type. */
const IS_FOR = (subscription: string, type: string) =>
  `${subscription}.patterns && ARRAY['*', ${type}, split_part(${type}, '.', 1) || '.*']`

const end = statement<never, { client_id: string; subscriber_id: string; patterns: string[] | null }>(`
  UPDATE event_subscriptions SET until = now()
  WHERE client_id = $client_id AND subscriber_id = $subscriber_id AND until IS NULL AND patterns IS DISTINCT FROM $patterns`)

// Two changes in one transaction have one moment; the later counts.
const begin = statement<never, { client_id: string; subscriber_id: string; patterns: string[] }>(`
  INSERT INTO event_subscriptions (client_id, subscriber_id, patterns)
  SELECT $client_id::text, $subscriber_id::uuid, $patterns::text[] WHERE NOT EXISTS (
    SELECT FROM event_subscriptions WHERE client_id = $client_id AND subscriber_id = $subscriber_id AND until IS NULL)
  ON CONFLICT (client_id, subscriber_id, since) DO UPDATE SET patterns = excluded.patterns, until = NULL`)

// A change that began before may be committed after, though hardly a day later.
const forgetOld = statement<never, { client_id: string; subscriber_id: string }>(`
  DELETE FROM event_subscriptions old WHERE client_id = $client_id AND subscriber_id = $subscriber_id AND until < now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM event_outbox one WHERE one.client_id = $client_id AND one.written_at < old.until)`)

const remove = statement<never, { client_id: string; subscriber_id: string }>(
  'DELETE FROM event_subscriptions WHERE client_id = $client_id AND subscriber_id = $subscriber_id',
)

/** From this transaction on, events that fit one of the patterns are for this subscriber. */
export async function subscribe(tx: Tx, client: Tenant, subscriberId: string, patterns: string[]): Promise<void> {
  await forgetOld(tx, { client_id: client.id, subscriber_id: subscriberId })
  await end(tx, { client_id: client.id, subscriber_id: subscriberId, patterns })
  await begin(tx, { client_id: client.id, subscriber_id: subscriberId, patterns })
}

/** What was written before is still for the subscriber; what comes is not. */
export async function unsubscribe(tx: Tx, client: Tenant, subscriberId: string): Promise<void> {
  await end(tx, { client_id: client.id, subscriber_id: subscriberId, patterns: null })
}

/** Forgets the subscriber: whatever was not handed out yet is not for it either. */
export async function forgetSubscriber(tx: Tx, client: Tenant, subscriberId: string): Promise<void> {
  await remove(tx, { client_id: client.id, subscriber_id: subscriberId })
}

const listWanted = statement<{ type: string }, { client_id: string; types: readonly string[] }>(`
  SELECT type FROM unnest($types::text[]) AS type WHERE EXISTS (
    SELECT FROM event_subscriptions one WHERE one.client_id = $client_id AND one.until IS NULL AND ${IS_FOR('one', 'type')})`)

/** Those of these events that anyone has subscribed to. */
export async function wantedEvents(db: Db, client: Tenant, types: readonly string[]): Promise<Set<string>> {
  return new Set((await listWanted(db, { client_id: client.id, types })).map((row) => row.type))
}

/**
 * The oldest events of the outbox, the clients in turn.
 *
 * Each is looked up by itself (LATERAL … LIMIT 1), and none is joined: to a planner who has seen the outbox nearly empty,
 * walking all of it for each event looks cheaper than finding one, and still does when it is long.
 */
const OF_ALL_CLIENTS = `
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
            ORDER BY client_id, event_id LIMIT $limit) AS first
    ) AS oldest ORDER BY oldest.turn LIMIT $limit
  ), free AS MATERIALIZED (
    SELECT one.place FROM waiting CROSS JOIN LATERAL (
      SELECT ctid AS place FROM event_outbox WHERE client_id = waiting.client_id AND event_id = waiting.event_id
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS one
  )`

const OF_CLIENT = `
  free AS MATERIALIZED (
    SELECT event_id FROM event_outbox WHERE client_id = $client_id ORDER BY event_id LIMIT $limit
    FOR UPDATE SKIP LOCKED
  )`

/**
 * The parts of a statement that take up to `$limit` events out of the outbox, of `$client_id` or of the clients in turn, and
 * tell in `handed_out` for whom each is. Events that another worker is taking are left to it.
 */
export const takeEvents = ({ isOfClient }: { isOfClient: boolean }) => `
  ${isOfClient ? OF_CLIENT : OF_ALL_CLIENTS}, taken AS (
    DELETE FROM event_outbox one ${
      isOfClient
        ? 'USING free WHERE one.client_id = $client_id AND one.event_id = free.event_id'
        : 'WHERE one.ctid = ANY (ARRAY(SELECT place FROM free))'
    }
    RETURNING one.client_id, one.event_id, one.type, one.written_at
  ), handed_out AS (
    SELECT taken.client_id, wanted.subscriber_id, taken.event_id, taken.type FROM taken
    JOIN event_subscriptions wanted ON wanted.client_id = ${isOfClient ? '$client_id' : 'taken.client_id'}
      AND ${IS_FOR('wanted', 'taken.type')}
      AND taken.written_at >= wanted.since AND (wanted.until IS NULL OR taken.written_at < wanted.until)
  )`

const listWaiting = statement<{ client_id: string }>('SELECT DISTINCT client_id FROM event_outbox')

/** The clients that have events in the outbox. */
export async function clientsInOutbox(db: Db): Promise<string[]> {
  return (await listWaiting(db)).map((row) => row.client_id)
}

const countWaiting = statement<{ waiting: number; oldest: Date | null }, { limit: number }>(`
  SELECT count(*)::integer AS waiting, min(written_at) AS oldest
  FROM (SELECT written_at FROM event_outbox LIMIT $limit) AS one`)

/** How many events are still to be handed out, counted up to a limit. */
export async function outboxDepth(db: Db, limit: number): Promise<{ waiting: number; oldest: Date | null }> {
  return (await countWaiting(db, { limit }))[0] ?? { waiting: 0, oldest: null }
}
