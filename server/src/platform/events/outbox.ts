import { statement } from '#platform/db/statement.ts'
import type { Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'

const COLUMNS = 'client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at'

/**
 * The part of a statement that puts the events which another part has `written` into the outbox, if anyone of the client
 * has subscribed to events at all. Whoever subscribes later gets none of them.
 */
const HAND_OUT = `
  INSERT INTO event_outbox (client_id, event_id, type)
  SELECT client_id, id, type FROM written
  WHERE EXISTS (SELECT FROM event_subscriptions one WHERE one.client_id = written.client_id AND one.until IS NULL)`

const insertMany = statement<
  never,
  [string, string[], string[], string[], string[], string[], (string | null)[], (string | null)[], Date[]]
>(`
  WITH written AS (
    INSERT INTO events (${COLUMNS})
    SELECT $1, id, type, resource_id, data::json, actor_type, actor_id, actor_name, created_at
    FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[])
      AS event (id, type, resource_id, data, actor_type, actor_id, actor_name, created_at)
    RETURNING client_id, id, type
  ) ${HAND_OUT}`)

const insertOne = statement<
  never,
  [string, string, string, string, string, string, string | null, string | null, Date]
>(`
  WITH written AS (
    INSERT INTO events (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING client_id, id, type
  ) ${HAND_OUT}`)

/** Writes the pending events of a work into the log and the outbox, in its transaction. */
export async function flushEvents({ tx, client, actor: caller, pendingEvents }: Work): Promise<void> {
  const events = pendingEvents.splice(0)
  const [first] = events
  if (!first) return
  if (events.length === 1) {
    const { id, type, resourceId, data, createdAt, actor = caller } = first
    await insertOne(tx, client.id, id, type, resourceId, data, actor.type, actor.id, actor.name, createdAt)
    return
  }
  await insertMany(
    tx,
    client.id,
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.resourceId),
    events.map((event) => event.data),
    events.map(({ actor = caller }) => actor.type),
    events.map(({ actor = caller }) => actor.id),
    events.map(({ actor = caller }) => actor.name),
    events.map((event) => event.createdAt),
  )
}

/** What a statement needs to write its event itself: everything but the type, the resource and the data. */
export type EventStamp = [id: string, actorType: string, actorId: string | null, actorName: string | null, at: Date]

export function stampEvent(work: Work): EventStamp {
  const { actor, now } = work
  const id = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  work.hasOutboxEvents = true
  return [id, actor.type, actor.id, actor.name, now]
}

/**
 * The parts of a statement that write an event for each row of `source`, which has the columns client_id, type,
 * resource_id and data. The stamp's five values are the parameters from `first` on.
 */
export function eventCtes(source: string, first: number): string {
  const [id, type, actorId, actorName, at] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`)
  return `written AS (
    INSERT INTO events (${COLUMNS})
    SELECT client_id, ${id}::uuid, type, resource_id, data::json, ${type}, ${actorId}, ${actorName}, ${at}::timestamptz
    FROM ${source} RETURNING client_id, id, type
  ), handed_out AS (${HAND_OUT})`
}
