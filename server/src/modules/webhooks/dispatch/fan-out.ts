import { managerMayRead, ownerMayRead, ownerPermissions, readsAllRequests } from '#modules/auth/index.ts'
import type { Database } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { TAKE_EVENTS } from '#platform/events/subscriptions.ts'
import { withIndexScans } from './with-index-scans.ts'

/** How many events one statement hands out at most. */
export const FAN_OUT_BATCH_SIZE = 500

const owner = { client: 'webhook.client_id', type: 'webhook.owner_type', id: 'webhook.owner_id' }

const eventColumns = {
  client: 'event.client_id',
  type: 'event.type',
  data: 'event.data',
  manager: owner.id,
  readsAll: readsAllRequests(`(${ownerPermissions(owner)})`),
}

// A webhook is told of what its owner may read at this moment, of itself too (spec 470). That comes to rest: sending
// callbacks changes no webhook but by switching it off, after which nothing is sent.
const fanOutSome = statement<{ events: number; deliveries: number }, { limit: number; now: Date }>(`
  WITH ${TAKE_EVENTS}, wanted AS (
    SELECT handed_out.client_id, subscriber_id, event_id, type FROM handed_out
    JOIN webhooks webhook ON webhook.client_id = handed_out.client_id AND webhook.id = handed_out.subscriber_id
    WHERE (${ownerMayRead(`(${ownerPermissions(owner)})`, owner.type, 'type')})
      AND (webhook.owner_type <> 'user' OR split_part(type, '.', 1) NOT IN ('request', 'note') OR EXISTS (
        SELECT FROM events event WHERE event.client_id = handed_out.client_id AND event.id = handed_out.event_id
          AND ${managerMayRead(eventColumns)}))
  ), delivery AS (
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, created_at)
    SELECT client_id, subscriber_id, event_id, type, $now FROM wanted ON CONFLICT DO NOTHING
    RETURNING client_id, endpoint_id, id
  ), queued AS (
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, $now FROM delivery
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM taken)::integer AS events, (SELECT count(*) FROM queued)::integer AS deliveries`)

/**
 * Makes deliveries of events that wait in the outbox: one for each webhook that subscribed and whose owner may
 * read them, due at once.
 */
export async function fanOut(db: Database, now: Date): Promise<{ events: number; deliveries: number }> {
  const [made] = await withIndexScans(db, (tx) => fanOutSome(tx, { limit: FAN_OUT_BATCH_SIZE, now }))
  return made ?? { events: 0, deliveries: 0 }
}
