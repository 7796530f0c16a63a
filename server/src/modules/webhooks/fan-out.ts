import { ownerMayRead, ownerPermissions } from '#modules/auth/index.ts'
import type { OpenedDb } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { TAKE_EVENTS } from '#platform/events/subscriptions.ts'
import { alongIndexes } from './along-indexes.ts'

/** How many events one statement hands out at most. */
export const FAN_OUT_AT_ONCE = 500

const owner = { client: 'webhook.client_id', type: 'webhook.owner_type', id: 'webhook.owner_id' }

// A webhook is told of what its owner may read at this moment. It is not told of itself: one that tells of its own changes
// would never come to rest.
const fanOutSome = statement<{ events: number; deliveries: number }, [number, Date]>(`
  WITH ${TAKE_EVENTS}, wanted AS (
    SELECT handed_out.client_id, subscriber_id, event_id, type FROM handed_out
    JOIN webhooks webhook ON webhook.client_id = handed_out.client_id AND webhook.id = handed_out.subscriber_id
    WHERE (${ownerMayRead(`(${ownerPermissions(owner)})`, owner.type, 'type')})
      AND (type NOT LIKE 'webhook.%' OR NOT EXISTS (
        SELECT FROM events event WHERE event.client_id = handed_out.client_id AND event.id = handed_out.event_id
          AND event.resource_id = handed_out.subscriber_id::text))
  ), delivery AS (
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, created_at)
    SELECT client_id, subscriber_id, event_id, type, $2 FROM wanted ON CONFLICT DO NOTHING
    RETURNING client_id, endpoint_id, id
  ), queued AS (
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, $2 FROM delivery
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM taken)::integer AS events, (SELECT count(*) FROM queued)::integer AS deliveries`)

/**
 * Makes deliveries of events that wait in the outbox: one for each webhook that subscribed and whose owner may
 * read them, due at once.
 */
export async function fanOut(db: OpenedDb, now: Date): Promise<{ events: number; deliveries: number }> {
  const [made] = await alongIndexes(db, (tx) => fanOutSome(tx, FAN_OUT_AT_ONCE, now))
  return made ?? { events: 0, deliveries: 0 }
}
