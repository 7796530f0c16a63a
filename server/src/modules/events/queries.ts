import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type EventReader, isForReader } from '#modules/auth/index.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { statement } from '#platform/db/statement.ts'

export type EventRow = {
  id: string
  type: string
  resource_id: string
  actor_type: 'application' | 'user' | 'employee' | 'system'
  actor_id: string | null
  actor_name: string | null
  data: object
  created_at: Date
}

const COLUMNS = 'id, type, resource_id, actor_type, actor_id, actor_name, data, created_at'

/**
 * An event, if this reader may read the very resource that it describes. The permission for its kind was checked before.
 */
export async function findEvent(
  db: Db,
  client: Client,
  reader: EventReader,
  id: string,
): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT ${sql.raw(COLUMNS)} FROM events
    WHERE client_id = ${client.id} AND id = ${id}::uuid AND ${isForReader(client, reader, EVENT) ?? sql`true`}`.execute(
    db,
  )
  return rows[0]
}

const EVENT = { type: 'events.type', data: 'events.data' }

export type EventFilters = {
  reader: EventReader
  /** The types that the caller may read; default: all. */
  readable: readonly string[] | undefined
  type?: string
  resource_id?: string
  actor?: string
  /** Ids hold the time: an event is of that time or later when its id is not less. */
  from: string | undefined
  before: string | undefined
}

export async function listEvents(
  db: Db,
  client: Client,
  { reader, readable, type, resource_id, actor, from, before }: EventFilters,
  request: OrderedRequest,
): Promise<EventRow[]> {
  const { beyond, sequence, limit } = keysetSql('events', request)
  // The indexes of types and of resources are for those who say that neither is empty.
  const conditions = [sql`client_id = ${client.id}`, ...beyond]
  if (type !== undefined) conditions.push(sql`type = ${type} AND type <> ''`)
  if (resource_id !== undefined) conditions.push(sql`resource_id = ${resource_id} AND resource_id <> ''`)
  if (actor !== undefined) conditions.push(sql`actor_id = ${actor}`)
  if (from !== undefined) conditions.push(sql`id >= ${from}`)
  if (before !== undefined) conditions.push(sql`id < ${before}`)
  const isForThem = isForReader(client, reader, EVENT)
  if (isForThem) conditions.push(isForThem)
  if (readable !== undefined && type === undefined) {
    const page = { sequence, limit }
    if (resource_id === undefined)
      return mergeTypes(db, { types: readable, conditions, isOfCaller: actor !== undefined }, page)
    conditions.push(sql`type = ANY (${readable}::text[])`)
  }
  // Some types and callers have most of the events and some have none, so that no plan is good for all.
  const prefix = type === undefined && actor === undefined ? '' : CUSTOM_PLAN
  const { rows } = await sql<EventRow>`${sql.raw(prefix)}
    SELECT ${sql.raw(COLUMNS)} FROM events WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

type TypesToMerge = { types: readonly string[]; conditions: RawBuilder<unknown>[]; isOfCaller: boolean }

/**
 * The page of some types: as much of each as the page has room for, along the index of types, and of that the first. A type
 * that is rare in a long log is found at once, and one that fills it costs no more than a page. Of one caller, each type is
 * planned by itself: either of them may have most of the events.
 */
async function mergeTypes(
  db: Db,
  { types, conditions, isOfCaller }: TypesToMerge,
  { sequence, limit }: { sequence: RawBuilder<unknown>; limit: number },
): Promise<EventRow[]> {
  if (types.length === 0) return []
  const ofType = (type: RawBuilder<unknown>) => sql`
    (SELECT id FROM events WHERE type = ${type} AND type <> '' AND ${sql.join(conditions, sql` AND `)}
     ORDER BY ${sequence} LIMIT ${limit})`
  const walks = isOfCaller
    ? sql`(${sql.join(
        types.map((type) => ofType(sql`${type}`)),
        sql` UNION ALL `,
      )}) AS events`
    : sql`unnest(${types}::text[]) AS readable (type) CROSS JOIN LATERAL ${ofType(sql`readable.type`)} AS events`
  const { rows } = await sql<EventRow>`${sql.raw(isOfCaller ? CUSTOM_PLAN : '')}
    WITH page AS MATERIALIZED (SELECT events.id FROM ${walks} ORDER BY ${sequence} LIMIT ${limit})
    SELECT ${sql.raw(COLUMNS)} FROM events WHERE ${conditions[0]} AND id = ANY (ARRAY(SELECT page.id FROM page))
    ORDER BY ${sequence}`.execute(db)
  return rows
}

// PgBouncer adds the address of its client to the name if it is told to: "dossier - 10.0.0.5:40112".
const oldest = statement<{ at: Date }>(`
  SELECT least(clock_timestamp(), min(xact_start)) AS at FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND split_part(application_name, ' - ', 1) = split_part(current_setting('application_name'), ' - ', 1)`)

/** When the oldest open transaction of the service began; now, if there is none. */
export async function oldestTransactionStart(db: Db): Promise<Date> {
  const [found] = await oldest(db)
  if (!found) throw new Error('PostgreSQL does not tell what it is doing.')
  return found.at
}
