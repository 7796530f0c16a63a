import { statement } from '#platform/db/statement.ts'
import type { Work } from '#platform/db/work.ts'

const insertMany = statement<
  never,
  [string, string[], string[], string[], string[], string, string | null, string | null, Date]
>(`
  INSERT INTO events (client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at)
  SELECT $1, id, type, resource_id, data::json, $6, $7, $8, $9
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS event (id, type, resource_id, data)`)

const insertOne = statement<
  never,
  [string, string, string, string, string, string, string | null, string | null, Date]
>(`
  INSERT INTO events (client_id, id, type, resource_id, data, actor_type, actor_id, actor_name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

/** Writes the events that a work has told of so far into the outbox, in its transaction. */
export async function flushEvents({ tx, client, actor, now, pendingEvents }: Work): Promise<void> {
  const events = pendingEvents.splice(0)
  const [first] = events
  if (!first) return
  if (events.length === 1) {
    const { id, type, resourceId, data } = first
    await insertOne(tx, client.id, id, type, resourceId, data, actor.type, actor.id, actor.name, now)
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
    now,
  )
}
