import type { Client } from '#kernel/work.ts'
import { type EventReader, readableTypes, refuseUnreadable } from '#modules/auth/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { firstIdOf } from '#platform/uuid.ts'
import { type EventRow, listEvents as listRows, oldestTransactionStart } from './queries.ts'
import type { Event, ListEventsQuery } from './schemas.ts'

/** How far the clocks of the service's machines and of the database may differ. */
const MAX_CLOCK_DIFFERENCE_MS = 2000

/** Only events of resources that the reader may read. */
export async function listEvents(
  db: Db,
  client: Client,
  { reader, query }: { reader: EventReader; query: ListEventsQuery },
  page: PageRequest,
): Promise<KeysetPage<Event>> {
  if (query.type !== undefined) refuseUnreadable(reader, [query.type])
  const isFollowed = query.sort === 'created_at'
  const order: ListOrder = { column: 'id', tie: 'id', descending: !isFollowed }
  const until = [
    ...(query.created_at_until === undefined ? [] : [new Date(Date.parse(query.created_at_until) + 1)]),
    ...(isFollowed ? [await settledUntil(db)] : []),
  ]
  const filters = {
    ...query,
    reader,
    readable: readableTypes(reader),
    from: query.created_at_since === undefined ? undefined : firstIdOf(new Date(query.created_at_since)),
    before: until.length === 0 ? undefined : firstIdOf(new Date(Math.min(...until.map(Number)))),
  }
  return orderedPage(order, page, (request) => listRows(db, client, filters, request), presentEvent)
}

/**
 * An event has the time at which its change began, and is seen when the change is committed. A poller that follows the log
 * must not be shown an event as long as one could come before it: as long as a change is under way that began earlier.
 */
async function settledUntil(db: Db): Promise<Date> {
  return new Date((await oldestTransactionStart(db)).getTime() - MAX_CLOCK_DIFFERENCE_MS)
}

export function presentEvent(row: EventRow): Event {
  return {
    id: row.id,
    type: row.type,
    created_at: inMilliseconds(row.created_at),
    resource_id: row.resource_id,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    data: row.data,
  }
}
