import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type EventReader, isForReader } from '#modules/auth/index.ts'
import type { StoredBody } from '#modules/webhooks/dispatch/callback.ts'
import type { Attempt, DeliveryStatus } from '#modules/webhooks/subscriptions/schemas.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'

export type DeliveryRow = {
  id: string
  event_type: string
  attempts_count: number
  last_attempt: Attempt | null
  created_at: Date
  succeeded_at: Date | null
  failed_at: Date | null
  /** When it is due, if it still waits. */
  due_at: Date | null
}

export type FullDeliveryRow = DeliveryRow & StoredBody & { attempts: Attempt[] }

const COLUMNS = `delivery.id, delivery.event_type, jsonb_array_length(delivery.attempts) AS attempts_count,
  delivery.attempts -> -1 AS last_attempt, delivery.created_at, delivery.succeeded_at, delivery.failed_at, waiting.due_at`
// One lookup for each row: a join would be planned for a queue that is empty, as it is most of the time.
const FROM = `FROM callback_deliveries delivery
  LEFT JOIN LATERAL (
    SELECT due_at FROM callback_queue one WHERE one.client_id = $client_id
      AND one.endpoint_id = delivery.endpoint_id AND one.delivery_id = delivery.id LIMIT 1
  ) AS waiting ON true`
const FROM_QUEUE = `FROM callback_queue waiting
  CROSS JOIN LATERAL (
    SELECT * FROM callback_deliveries one WHERE one.client_id = $client_id
      AND one.endpoint_id = waiting.endpoint_id AND one.id = waiting.delivery_id LIMIT 1
  ) AS delivery`

/** Whether a reader may read the event of a row of `delivery`; undefined for a reader who is not a manager. */
function isReadableBy(client: Client, reader: EventReader): RawBuilder<boolean> | undefined {
  const told = isForReader(client, reader, { type: 'event.type', data: 'event.data' })
  return (
    told &&
    sql`NOT EXISTS (SELECT FROM events event
    WHERE event.client_id = ${client.id} AND event.id = delivery.id AND NOT (${told}))`
  )
}

const mayRead = async (db: Db, client: Client, reader: EventReader, eventId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM (SELECT ${client.id}::text AS client_id, ${eventId}::uuid AS id) AS delivery
    WHERE ${isReadableBy(client, reader) ?? sql`true`}`.execute(db)
  return rows.length > 0
}

const find = lookup<FullDeliveryRow, { client_id: string; endpoint_id: string; id: string }>(`
  SELECT ${COLUMNS}, delivery.attempts, delivery.body::text, event.created_at AS event_created_at, event.actor_type,
    event.actor_id, event.actor_name, event.data::text
  ${FROM} LEFT JOIN events event ON event.client_id = delivery.client_id AND event.id = delivery.id
  WHERE delivery.client_id = $client_id AND delivery.endpoint_id = $endpoint_id::uuid AND delivery.id = $id::uuid`)

type SoughtDelivery = { reader: EventReader; webhookId: string; id: string }

export async function findDelivery(
  db: Db,
  client: Client,
  { reader, webhookId, id }: SoughtDelivery,
): Promise<FullDeliveryRow | undefined> {
  const [row] = await find(db, { client_id: client.id, endpoint_id: webhookId, id })
  return row && (await mayRead(db, client, reader, row.id)) ? row : undefined
}

/** Few are pending or have failed, as a rule: those are found in the queue, and in an index of their own. */
const BY_STATUS = {
  pending: { from: FROM_QUEUE, along: 'waiting', column: 'delivery_id', condition: sql`true` },
  succeeded: { from: FROM, along: 'delivery', column: 'id', condition: sql`delivery.succeeded_at IS NOT NULL` },
  failed: { from: FROM, along: 'delivery', column: 'id', condition: sql`delivery.failed_at IS NOT NULL` },
  any: { from: FROM, along: 'delivery', column: 'id', condition: sql`true` },
} as const satisfies Record<DeliveryStatus | 'any', unknown>

export type DeliveryFilters = {
  webhookId: string
  reader: EventReader
  status?: DeliveryStatus | 'any'
  event_type?: string
  /** The types of events that the caller may read; default: all. */
  readable: readonly string[] | undefined
}

export async function listDeliveries(
  db: Db,
  client: Client,
  { webhookId, reader, status = 'any', event_type, readable }: DeliveryFilters,
  request: OrderedRequest,
): Promise<DeliveryRow[]> {
  const { from, along, column, condition } = BY_STATUS[status]
  const order = { column, tie: column, descending: request.order.descending }
  const { beyond, sequence, limit } = keysetSql(along, { ...request, order })
  const owner = ['client_id', 'endpoint_id'].map((one) => sql.ref(`${along}.${one}`))
  const conditions = [sql`(${sql.join(owner)}) = (${client.id}, ${webhookId}::uuid)`, ...beyond, condition]
  const isForThem = isReadableBy(client, reader)
  if (isForThem) conditions.push(isForThem)
  const page = (...more: RawBuilder<unknown>[]) => sql`
    SELECT ${sql.raw(COLUMNS)} ${ofClient(from, client)} WHERE ${sql.join([...conditions, ...more], sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`
  const ofType = (type: RawBuilder<unknown>) => sql`delivery.event_type = ${type} AND delivery.event_type <> ''`
  const prefix = sql.raw(status === 'any' ? '' : CUSTOM_PLAN)
  let list = page()
  if (event_type !== undefined) list = page(ofType(sql`${event_type}`))
  else if (readable && from === FROM_QUEUE) list = page(sql`delivery.event_type = ANY (${readable}::text[])`)
  else if (readable) {
    // As much of each type as the page has room for, along the index of types: rare ones are found at once.
    list = sql`
      SELECT delivery.* FROM unnest(${readable}::text[]) AS readable (type)
      CROSS JOIN LATERAL (${page(ofType(sql`readable.type`))}) AS delivery ORDER BY ${sequence} LIMIT ${limit}`
  }
  const { rows } = await sql<DeliveryRow>`${prefix}${list}`.execute(db)
  return rows
}

export type NewDelivery = { endpointId: string; id: string; eventType: string; body: string; createdAt: Date }

const insertDue = statement<
  never,
  { client_id: string; endpoint_id: string; id: string; event_type: string; body: string; created_at: Date }
>(`
  WITH delivery AS (
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, body, created_at)
    VALUES ($client_id, $endpoint_id, $id, $event_type, $body, $created_at)
  )
  INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at) VALUES ($client_id, $endpoint_id, $id, $created_at)`)

/** A delivery that is due at once. */
export async function insertDueDelivery(tx: Tx, client: Client, delivery: NewDelivery): Promise<void> {
  const { endpointId, id, eventType, body, createdAt } = delivery
  await insertDue(tx, {
    client_id: client.id,
    endpoint_id: endpointId,
    id,
    event_type: eventType,
    body,
    created_at: createdAt,
  })
}

const insertFinished = statement<
  never,
  {
    client_id: string
    endpoint_id: string
    id: string
    event_type: string
    body: string
    attempts: string
    created_at: Date
    succeeded_at: Date | null
    failed_at: Date | null
  }
>(`
  INSERT INTO callback_deliveries
    (client_id, endpoint_id, id, event_type, body, attempts, created_at, succeeded_at, failed_at)
  SELECT $client_id::text, $endpoint_id::uuid, $id::uuid, $event_type::text, $body::json, $attempts::jsonb,
    $created_at::timestamptz, $succeeded_at::timestamptz, $failed_at::timestamptz
  WHERE EXISTS (SELECT FROM webhooks WHERE client_id = $client_id AND id = $endpoint_id)`)

/** A delivery that was made already, with its one attempt; nothing is stored when its webhook is gone. */
export async function insertFinishedDelivery(
  db: Db,
  client: Client,
  { endpointId, id, eventType, body, createdAt }: NewDelivery,
  { attempt, isSuccess, at }: { attempt: Attempt; isSuccess: boolean; at: Date },
): Promise<void> {
  const [succeededAt, failedAt] = isSuccess ? [at, null] : [null, at]
  await insertFinished(db, {
    client_id: client.id,
    endpoint_id: endpointId,
    id,
    event_type: eventType,
    body,
    attempts: JSON.stringify([attempt]),
    created_at: createdAt,
    succeeded_at: succeededAt,
    failed_at: failedAt,
  })
}

const earliestOf = (isRetry: 'true' | 'false') => `
  SELECT due_at FROM callback_queue
  WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND is_retry = ${isRetry} AND due_at > '-infinity'
  ORDER BY due_at LIMIT 1`

// One that waits is due now, unless it is being sent; one that has ended starts again with all its tries. It comes before
// all that waits for its endpoint, and a pause is not a reason to wait.
const makeDue = statement<never, { client_id: string; endpoint_id: string; id: string; now: Date }>(`
  WITH endpoint AS (
    UPDATE callback_endpoints SET paused_until = NULL WHERE client_id = $client_id AND id = $endpoint_id AND paused_until > $now
  ), earliest AS (
    SELECT least($now, (${earliestOf('false')}), (${earliestOf('true')})) - interval '1 ms' AS due_at
  ), delivery AS (
    UPDATE callback_deliveries SET succeeded_at = NULL, failed_at = NULL
    WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND id = $id
    RETURNING client_id, endpoint_id, id
  ), queued AS (
    INSERT INTO callback_queue AS waiting (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, earliest.due_at FROM delivery, earliest
    ON CONFLICT (client_id, endpoint_id, delivery_id) DO UPDATE SET due_at = excluded.due_at
      WHERE waiting.lease IS NULL OR waiting.due_at <= $now
  )
  SELECT`)

type DueDelivery = { webhookId: string; id: string; now: Date }

export async function makeDeliveryDue(tx: Tx, client: Client, { webhookId, id, now }: DueDelivery): Promise<void> {
  await makeDue(tx, { client_id: client.id, endpoint_id: webhookId, id, now })
}
