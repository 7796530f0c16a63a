import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type ListOrder } from '#platform/db/keyset-sql.ts'
import { PLAN_ANEW } from '#platform/db/preparing-client.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'
import type { KeysetRequest } from '#platform/http/keyset-page.ts'
import type { Attempt, DeliveryStatus } from './schemas.ts'

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

export type FullDeliveryRow = DeliveryRow & {
  attempts: Attempt[]
  /** The body when it is no event of the log; otherwise the event. */
  body: string | null
  event_created_at: Date | null
  actor_type: string | null
  actor_id: string | null
  actor_name: string | null
  data: string | null
}

const COLUMNS = `delivery.id, delivery.event_type, jsonb_array_length(delivery.attempts) AS attempts_count,
  delivery.attempts -> -1 AS last_attempt, delivery.created_at, delivery.succeeded_at, delivery.failed_at, waiting.due_at`
const FROM = `FROM callback_deliveries delivery
  LEFT JOIN callback_queue waiting ON waiting.client_id = delivery.client_id
    AND waiting.endpoint_id = delivery.endpoint_id AND waiting.delivery_id = delivery.id`

const find = lookup<FullDeliveryRow, [string, string, string]>(`
  SELECT ${COLUMNS}, delivery.attempts, delivery.body::text, event.created_at AS event_created_at, event.actor_type,
    event.actor_id, event.actor_name, event.data::text
  ${FROM} LEFT JOIN events event ON event.client_id = delivery.client_id AND event.id = delivery.id
  WHERE delivery.client_id = $1 AND delivery.endpoint_id = $2::uuid AND delivery.id = $3::uuid`)

export async function findDelivery(
  db: Db,
  client: Client,
  webhookId: string,
  id: string,
): Promise<FullDeliveryRow | undefined> {
  return (await find(db, client.id, webhookId, id))[0]
}

/** The condition for each status, as the indexes know it. */
const STATUS_SQL = {
  pending: sql`waiting.delivery_id IS NOT NULL`,
  succeeded: sql`delivery.succeeded_at IS NOT NULL`,
  failed: sql`delivery.failed_at IS NOT NULL`,
} as const satisfies Record<DeliveryStatus, unknown>

export async function listDeliveries(
  db: Db,
  client: Client,
  webhookId: string,
  { status, event_type }: { status?: DeliveryStatus; event_type?: string },
  order: ListOrder,
  request: KeysetRequest,
): Promise<DeliveryRow[]> {
  const { beyond, sequence, limit } = keysetSql('delivery', order, request)
  const conditions = [sql`delivery.client_id = ${client.id}`, sql`delivery.endpoint_id = ${webhookId}`, ...beyond]
  if (event_type !== undefined) conditions.push(sql`delivery.event_type = ${event_type}`)
  if (status !== undefined) conditions.push(STATUS_SQL[status])
  const { rows } = await sql<DeliveryRow>`${sql.raw(status === undefined ? '' : PLAN_ANEW)}
    SELECT ${sql.raw(COLUMNS)} ${sql.raw(FROM)} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

export type NewDelivery = { endpointId: string; id: string; eventType: string; body: string; createdAt: Date }

const insertDue = statement<never, [string, string, string, string, string, Date]>(`
  WITH delivery AS (
    INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, body, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
  )
  INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at) VALUES ($1, $2, $3, $6)`)

/** A delivery that is due at once. */
export async function insertDueDelivery(tx: Tx, client: Client, delivery: NewDelivery): Promise<void> {
  const { endpointId, id, eventType, body, createdAt } = delivery
  await insertDue(tx, client.id, endpointId, id, eventType, body, createdAt)
}

const insertMade = statement<never, [string, string, string, string, string, string, Date, Date | null, Date | null]>(`
  INSERT INTO callback_deliveries
    (client_id, endpoint_id, id, event_type, body, attempts, created_at, succeeded_at, failed_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
  WHERE EXISTS (SELECT FROM webhooks WHERE client_id = $1 AND id = $2)`)

/** A delivery that was made already, with its one attempt; nothing is stored when its webhook is gone. */
export async function insertMadeDelivery(
  db: Db,
  client: Client,
  { endpointId, id, eventType, body, createdAt }: NewDelivery,
  { attempt, isSuccess, at }: { attempt: Attempt; isSuccess: boolean; at: Date },
): Promise<void> {
  const [succeededAt, failedAt] = isSuccess ? [at, null] : [null, at]
  await insertMade(
    db,
    client.id,
    endpointId,
    id,
    eventType,
    body,
    JSON.stringify([attempt]),
    createdAt,
    succeededAt,
    failedAt,
  )
}

// One that waits is due now, unless it is being sent; one that has ended starts again with all its tries.
const makeDue = statement<never, [string, string, string, Date]>(`
  WITH delivery AS (
    UPDATE callback_deliveries SET succeeded_at = NULL, failed_at = NULL
    WHERE client_id = $1 AND endpoint_id = $2 AND id = $3
    RETURNING client_id, endpoint_id, id
  )
  INSERT INTO callback_queue AS waiting (client_id, endpoint_id, delivery_id, due_at)
  SELECT client_id, endpoint_id, id, $4 FROM delivery
  ON CONFLICT (client_id, endpoint_id, delivery_id) DO UPDATE SET due_at = excluded.due_at
    WHERE waiting.lease IS NULL OR waiting.due_at < excluded.due_at`)

export async function makeDeliveryDue(tx: Tx, client: Client, webhookId: string, id: string, now: Date): Promise<void> {
  await makeDue(tx, client.id, webhookId, id, now)
}
