import { statement } from '#platform/db/statement.ts'
import type { Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'

const COLUMNS = 'client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at'

const insertMany = statement<
  never,
  [string, string[], string[], string[], string[], string, string | null, string | null, Date[]]
>(`
  INSERT INTO events (${COLUMNS})
  SELECT $1, id, type, resource_id, data::json, $6, $7, $8, created_at
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $9::timestamptz[])
    AS event (id, type, resource_id, data, created_at)`)

const insertOne = statement<
  never,
  [string, string, string, string, string, string, string | null, string | null, Date]
>(`
  INSERT INTO events (${COLUMNS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

/** Writes the events that a work has told of so far into the outbox, in its transaction. */
export async function flushEvents({ tx, client, actor, pendingEvents }: Work): Promise<void> {
  const events = pendingEvents.splice(0)
  const [first] = events
  if (!first) return
  if (events.length === 1) {
    const { id, type, resourceId, data, createdAt } = first
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
    actor.type,
    actor.id,
    actor.name,
    events.map((event) => event.createdAt),
  )
}

/** What a statement needs to write its event itself: everything but the type, the resource and the data. */
export type EventStamp = [id: string, actorType: string, actorId: string | null, actorName: string | null, at: Date]

export function stampEvent(work: Work): EventStamp {
  const { actor, now } = work
  const id = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  return [id, actor.type, actor.id, actor.name, now]
}

/**
 * The part of a statement that writes an event for each row of `source`, which has the columns client_id, type,
 * resource_id and data. The stamp's five values are the parameters from `first` on.
 */
export function eventPart(source: string, first: number): string {
  const [id, type, actorId, actorName, at] = [0, 1, 2, 3, 4].map((offset) => `$${first + offset}`)
  return `INSERT INTO events (${COLUMNS})
    SELECT client_id, ${id}::uuid, type, resource_id, data::json, ${type}, ${actorId}, ${actorName}, ${at}::timestamptz
    FROM ${source}`
}
