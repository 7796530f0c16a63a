import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type RecoveryRow = {
  id: string
  webhook_id: string
  since: Date
  reached: string | null
  recovered: number
  created_at: Date
  finished_at: Date | null
}

const COLUMNS = 'id, webhook_id, since, reached, recovered, created_at, finished_at'

const insert = statement<RecoveryRow, [string, string, string, Date, Date]>(`
  INSERT INTO webhook_recoveries (client_id, id, webhook_id, since, created_at) VALUES ($1, $2, $3, $4, $5)
  RETURNING ${COLUMNS}`)

export async function insertRecovery(
  tx: Tx,
  client: Client,
  { id, webhook_id, since, created_at }: Pick<RecoveryRow, 'id' | 'webhook_id' | 'since' | 'created_at'>,
): Promise<RecoveryRow> {
  const [row] = await insert(tx, client.id, id, webhook_id, since, created_at)
  if (!row) throw new Error('A recovery was not stored.')
  return row
}

const find = lookup<RecoveryRow, [string, string, string]>(`
  SELECT ${COLUMNS} FROM webhook_recoveries WHERE client_id = $1 AND webhook_id = $2::uuid AND id = $3::uuid`)

export async function findRecovery(
  db: Db,
  client: Client,
  webhookId: string,
  id: string,
): Promise<RecoveryRow | undefined> {
  return (await find(db, client.id, webhookId, id))[0]
}

// It looks at each failed delivery once, in the order of their ids: what fails again meanwhile lies behind it.
const recoverSome = statement<{ found: number; finished: boolean }, [string, string, number, Date]>(`
  WITH recovery AS (
    SELECT client_id, id, webhook_id, since, reached FROM webhook_recoveries
    WHERE client_id = $1 AND id = $2 AND finished_at IS NULL FOR UPDATE
  ), failed AS MATERIALIZED (
    SELECT delivery.client_id, delivery.endpoint_id, delivery.id FROM recovery
    JOIN callback_deliveries delivery ON delivery.client_id = recovery.client_id
      AND delivery.endpoint_id = recovery.webhook_id AND delivery.failed_at >= recovery.since
      AND delivery.id > coalesce(recovery.reached, '00000000-0000-0000-0000-000000000000')
    ORDER BY delivery.id LIMIT $3 FOR UPDATE OF delivery
  ), pending AS (
    UPDATE callback_deliveries delivery SET failed_at = NULL FROM failed
    WHERE delivery.client_id = failed.client_id AND delivery.endpoint_id = failed.endpoint_id
      AND delivery.id = failed.id
    RETURNING delivery.client_id, delivery.endpoint_id, delivery.id
  ), queued AS (
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, $4 FROM pending ON CONFLICT DO NOTHING
  ), last AS (
    SELECT count(*)::integer AS found, (array_agg(id ORDER BY id DESC))[1] AS reached FROM failed
  )
  UPDATE webhook_recoveries one SET reached = coalesce(last.reached, one.reached),
    recovered = one.recovered + last.found, finished_at = CASE WHEN last.found < $3 THEN $4 END
  FROM recovery, last WHERE one.client_id = recovery.client_id AND one.id = recovery.id
  RETURNING last.found, one.finished_at IS NOT NULL AS finished`)

/** One step: makes some failed deliveries due again. Answers whether there may be more. */
export async function recoverBatch(
  db: Db,
  { clientId, id }: { clientId: string; id: string },
  most: number,
  now: Date,
): Promise<{ found: number; isFinished: boolean }> {
  const [step] = await recoverSome(db, clientId, id, most, now)
  return { found: step?.found ?? 0, isFinished: step?.finished ?? true }
}
