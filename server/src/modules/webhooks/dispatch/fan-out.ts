import { managerMayRead, ownerMayRead, ownerPermissions, readsAllRequests } from '#modules/auth/index.ts'
import type { Database } from '#platform/db/db.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { statement } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import { clientsInOutbox, takeEvents } from '#platform/events/subscriptions.ts'
import { perClient } from './per-client.ts'
import { withIndexScans } from './with-index-scans.ts'

/** How many events one statement hands out at most. */
export const FAN_OUT_BATCH_SIZE = 500

type Made = { events: number; deliveries: number }

// `told`: of each webhook and type the events together, so that what its owner may do is found out once for all of them.
// A webhook is told of what its owner may read at this moment, of itself too (spec 470). That comes to rest: sending
// callbacks changes no webhook but by switching it off, after which nothing is sent.
function textFor({ isOfClient }: { isOfClient: boolean }): string {
  const clientOf = (row: string) => (isOfClient ? '$client_id' : `${row}.client_id`)
  const owner = { client: clientOf('webhook'), type: 'webhook.owner_type', id: 'webhook.owner_id' }
  const eventColumns = {
    client: clientOf('event'),
    type: 'event.type',
    data: 'event.data',
    manager: 'told.owner_id',
    readsAll: readsAllRequests('told.permissions'),
  }
  return `
  WITH ${takeEvents({ isOfClient })}, told AS MATERIALIZED (
    SELECT alike.client_id, alike.subscriber_id, alike.type, alike.event_ids, webhook.owner_type, webhook.owner_id,
      ${ownerPermissions(owner)} AS permissions
    FROM (
      SELECT client_id, subscriber_id, type, array_agg(event_id) AS event_ids FROM handed_out
      GROUP BY client_id, subscriber_id, type
    ) AS alike
    JOIN webhooks webhook ON webhook.client_id = ${clientOf('alike')} AND webhook.id = alike.subscriber_id
  ), wanted AS (
    SELECT told.client_id, told.subscriber_id, one.event_id, told.type FROM told
    CROSS JOIN LATERAL unnest(told.event_ids) AS one (event_id)
    WHERE (${ownerMayRead('told.permissions', 'told.owner_type', 'told.type')})
      AND (told.owner_type <> 'user' OR split_part(told.type, '.', 1) NOT IN ('request', 'note') OR EXISTS (
        SELECT FROM events event WHERE event.client_id = ${clientOf('told')} AND event.id = one.event_id
          AND ${managerMayRead(eventColumns)}))
    ORDER BY one.event_id
  ), delivery AS (
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, created_at)
    SELECT client_id, subscriber_id, event_id, type, $now FROM wanted ON CONFLICT DO NOTHING
    RETURNING client_id, endpoint_id, id
  ), queued AS (
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, $now FROM delivery
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM taken)::integer AS events, (SELECT count(*) FROM queued)::integer AS deliveries`
}

const fanOutSome = statement<Made, { limit: number; now: Date }>(textFor({ isOfClient: false }))
const fanOutSomeOf = statement<Made, { client_id: string; limit: number; now: Date }>(textFor({ isOfClient: true }))

const NOTHING: Made = { events: 0, deliveries: 0 }

/**
 * Makes deliveries of events that wait in the outbox: one for each webhook that subscribed and whose owner may
 * read them, due at once.
 *
 * Nothing is told to anybody yet, so the commit does not wait for the log to be on disk: what a crash of the database takes
 * back lies in the outbox again. A claim waits for its own entry in the log, which comes after this one.
 */
export async function fanOut(db: Database, now: Date): Promise<Made> {
  if (await isDistributed(db)) return fanOutByClient(db, now)
  const [made] = await withIndexScans(db, (tx) => fanOutSome(tx, { limit: FAN_OUT_BATCH_SIZE, now }), {
    isLogAwaited: false,
  })
  return made ?? NOTHING
}

/** Client by client, each in a transaction of its own: its events lie on one node. */
async function fanOutByClient(db: Database, now: Date): Promise<Made> {
  const sum = { ...NOTHING }
  await perClient(await clientsInOutbox(db), FAN_OUT_BATCH_SIZE, async (client_id, limit) => {
    const [made = NOTHING] = await transact(db, (tx) => fanOutSomeOf(tx, { client_id, limit, now }))
    sum.events += made.events
    sum.deliveries += made.deliveries
    return made.events
  })
  return sum
}
