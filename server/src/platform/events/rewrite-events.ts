import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export type RewrittenEvent = {
  id: string
  type: string
  resource_id: string
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  /** JSON. */
  data: string
}

const COLUMNS = 'id, type, resource_id, actor_type, actor_id, actor_name, data::text AS data'

type OfClient = { client_id: string; after: string; until?: Date | null; limit: number }

const ofResources = statement<RewrittenEvent, OfClient & { resource_ids: string[] }>(`
  SELECT ${COLUMNS} FROM events
  WHERE client_id = $client_id AND resource_id = ANY ($resource_ids) AND resource_id <> '' AND id > $after::uuid
    AND ($until::timestamptz IS NULL OR created_at <= $until::timestamptz)
  ORDER BY id LIMIT $limit`)
const ofActor = statement<RewrittenEvent, OfClient & { actor_type: string; actor_id: string }>(`
  SELECT ${COLUMNS} FROM events
  WHERE client_id = $client_id AND actor_id = $actor_id AND actor_type = $actor_type AND id > $after::uuid
    AND ($until::timestamptz IS NULL OR created_at <= $until::timestamptz)
  ORDER BY id LIMIT $limit`)
/** The next events of these resources, after one of them. */
export const listEventsOf = (
  db: Db,
  client: { id: string },
  asked: Omit<OfClient, 'client_id'> & { resource_ids: string[] },
) => ofResources(db, { until: null, ...asked, client_id: client.id })

/** The next events that somebody caused. */
export const listEventsBy = (
  db: Db,
  client: { id: string },
  asked: Omit<OfClient, 'client_id'> & { actor_type: string; actor_id: string },
) => ofActor(db, { until: null, ...asked, client_id: client.id })

const update = statement<never, { client_id: string; ids: string[]; rows: string }>(`
  UPDATE events SET resource_id = given.resource_id, actor_id = given.actor_id, actor_name = given.actor_name, data = given.data
  FROM json_to_recordset($rows::json) AS given (id uuid, resource_id text, actor_id text, actor_name text, data json)
  WHERE events.client_id = $client_id AND events.id = ANY ($ids::uuid[]) AND events.id = given.id`)

/** Stores what events say from now on. Their ids, types, times and order stay. */
export async function rewriteEvents(tx: Tx, client: { id: string }, events: readonly RewrittenEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ id, resource_id, actor_id, actor_name, data }) => {
    return `{"id":"${id}","resource_id":${JSON.stringify(resource_id)},"actor_id":${JSON.stringify(actor_id)},"actor_name":${JSON.stringify(actor_name)},"data":${data}}`
  })
  await update(tx, { client_id: client.id, ids: events.map(({ id }) => id), rows: `[${rows.join(',')}]` })
}
