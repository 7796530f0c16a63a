import { statement } from '#platform/db/statement.ts'
import { traceEvent, type Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'

const COLUMNS = 'client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at'

/**
 * The part of a statement that puts the events which another part has `written` into the outbox, if anyone of the client
 * has subscribed to events at all. Later subscribers get none of them.
 */
const HAND_OUT = `
  INSERT INTO event_outbox (client_id, event_id, type)
  SELECT client_id, id, type FROM written
  WHERE EXISTS (SELECT FROM event_subscriptions one WHERE one.client_id = $client_id AND one.until IS NULL)`

const insertMany = statement<
  never,
  {
    client_id: string
    ids: string[]
    types: string[]
    resource_ids: string[]
    data: string
    actor_types: string[]
    actor_ids: (string | null)[]
    actor_names: (string | null)[]
    created_times: Date[]
  }
>(`
  WITH written AS (
    INSERT INTO events (${COLUMNS})
    SELECT $client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at
    FROM ROWS FROM (
      unnest($ids::uuid[], $types::text[], $resource_ids::text[], $actor_types::text[], $actor_ids::text[], $actor_names::text[], $created_times::timestamptz[]),
      json_array_elements($data::json)
    ) AS event (id, type, resource_id, actor_type, actor_id, actor_name, created_at, data)
    RETURNING client_id, id, type
  ), handed_out AS (${HAND_OUT}) SELECT`)

const insertOne = statement<
  never,
  {
    client_id: string
    id: string
    type: string
    resource_id: string
    data: string
    actor_type: string
    actor_id: string | null
    actor_name: string | null
    created_at: Date
  }
>(`
  WITH written AS (
    INSERT INTO events (${COLUMNS}) VALUES ($client_id, $id, $type, $resource_id, $data, $actor_type, $actor_id, $actor_name, $created_at) RETURNING client_id, id, type
  ), handed_out AS (${HAND_OUT}) SELECT`)

/** Writes the pending events of a work into the log and the outbox, in its transaction. */
export async function flushEvents({ tx, client, actor: caller, pendingEvents }: Work): Promise<void> {
  const events = pendingEvents.splice(0)
  const [first] = events
  if (!first) return
  if (events.length === 1) {
    const { id, type, resourceId, data, createdAt, actor = caller } = first
    await insertOne(tx, {
      client_id: client.id,
      id,
      type,
      resource_id: resourceId,
      data,
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      created_at: createdAt,
    })
    return
  }
  await insertMany(tx, {
    client_id: client.id,
    ids: events.map((event) => event.id),
    types: events.map((event) => event.type),
    resource_ids: events.map((event) => event.resourceId),
    // An array of texts would be quoted here, and read there, character by character.
    data: `[${events.map((event) => event.data).join(',')}]`,
    actor_types: events.map(({ actor = caller }) => actor.type),
    actor_ids: events.map(({ actor = caller }) => actor.id),
    actor_names: events.map(({ actor = caller }) => actor.name),
    created_times: events.map((event) => event.createdAt),
  })
}

/** What a statement needs to write its event itself: everything but the type, the resource and the data. */
export type EventStamp = {
  event_id: string
  event_actor_type: string
  event_actor_id: string | null
  event_actor_name: string | null
  event_at: Date
}

export function stampEvent(work: Work): EventStamp {
  const { actor, now } = work
  const id = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  work.hasOutboxEvents = true
  traceEvent(work, id)
  return {
    event_id: id,
    event_actor_type: actor.type,
    event_actor_id: actor.id,
    event_actor_name: actor.name,
    event_at: now,
  }
}

/** The same for a statement that writes at most so many events, all of one moment. */
export type EventStamps = Omit<EventStamp, 'event_id'> & { event_ids: string[] }

export function stampEvents(work: Work, most: number): EventStamps {
  const { event_id, ...stamp } = stampEvent(work)
  const ids = Array.from({ length: most - 1 }, () => {
    const id = uuidv7(work.now, work.nextPosition)
    work.nextPosition += 1
    traceEvent(work, id)
    return id
  })
  return { ...stamp, event_ids: [event_id, ...ids] }
}

/** Like `eventCtes`, for many events: `source` also has their `rank`, 1 for the first. */
export const eventsCtes = (source: string) => ctesOf(source, '($event_ids::uuid[])[rank]')

/**
 * The parts of a statement that write an event for each row of `source`, which has the columns client_id, type,
 * resource_id and data. Its parameters are those of `EventStamp`, and `$client_id`.
 */
export const eventCtes = (source: string) => ctesOf(source, '$event_id::uuid')

function ctesOf(source: string, id: string): string {
  return `written AS (
    INSERT INTO events (${COLUMNS})
    SELECT client_id, ${id}, type, resource_id, data::json, $event_actor_type, $event_actor_id,
      $event_actor_name, $event_at::timestamptz
    FROM ${source} RETURNING client_id, id, type
  ), handed_out AS (${HAND_OUT})`
}
