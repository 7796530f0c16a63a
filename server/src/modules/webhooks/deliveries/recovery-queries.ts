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

const insert = statement<
  RecoveryRow,
  { client_id: string; id: string; webhook_id: string; since: Date; created_at: Date }
>(`
  INSERT INTO webhook_recoveries (client_id, id, webhook_id, since, created_at) VALUES ($client_id, $id, $webhook_id, $since, $created_at)
  RETURNING ${COLUMNS}`)

export async function insertRecovery(
  tx: Tx,
  client: Client,
  { id, webhook_id, since, created_at }: Pick<RecoveryRow, 'id' | 'webhook_id' | 'since' | 'created_at'>,
): Promise<RecoveryRow> {
  const [row] = await insert(tx, { client_id: client.id, id, webhook_id, since, created_at })
  if (!row) throw new Error('A recovery was not stored.')
  return row
}

const find = lookup<RecoveryRow, { client_id: string; webhook_id: string; id: string }>(`
  SELECT ${COLUMNS} FROM webhook_recoveries WHERE client_id = $client_id AND webhook_id = $webhook_id::uuid AND id = $id::uuid`)

export async function findRecovery(
  db: Db,
  client: Client,
  webhookId: string,
  id: string,
): Promise<RecoveryRow | undefined> {
  return (await find(db, { client_id: client.id, webhook_id: webhookId, id }))[0]
}

const lock = statement<Pick<RecoveryRow, 'webhook_id' | 'since' | 'reached'>, { client_id: string; id: string }>(`
  SELECT webhook_id, since, reached FROM webhook_recoveries
  WHERE client_id = $client_id AND id = $id AND finished_at IS NULL FOR UPDATE`)

/** Before the first of all ids. */
const NIL = '00000000-0000-0000-0000-000000000000'

type Step = {
  client_id: string
  id: string
  webhook_id: string
  since: Date
  reached: string
  limit: number
  due_at: Date
}

// It looks at each failed delivery once, in the order of their ids: what fails again meanwhile lies behind it.
const recoverSome = statement<{ found: number; finished: boolean }, Step>(`
  WITH failed AS MATERIALIZED (
    SELECT id FROM callback_deliveries
    WHERE client_id = $client_id AND endpoint_id = $webhook_id AND failed_at >= $since AND id > $reached
    ORDER BY id LIMIT $limit FOR UPDATE
  ), pending AS (
    UPDATE callback_deliveries delivery SET failed_at = NULL FROM failed
    WHERE delivery.client_id = $client_id AND delivery.endpoint_id = $webhook_id AND delivery.id = failed.id
    RETURNING delivery.client_id, delivery.endpoint_id, delivery.id
  ), queued AS (
    INSERT INTO callback_queue (client_id, endpoint_id, delivery_id, due_at)
    SELECT client_id, endpoint_id, id, $due_at FROM pending ON CONFLICT DO NOTHING
  ), last AS (
    SELECT count(*)::integer AS found, (array_agg(id ORDER BY id DESC))[1] AS reached FROM failed
  ), noted AS (
    UPDATE webhook_recoveries one SET reached = coalesce(last.reached, one.reached),
      recovered = one.recovered + last.found, finished_at = CASE WHEN last.found < $limit THEN $due_at END
    FROM last WHERE one.client_id = $client_id AND one.id = $id
    RETURNING last.found, one.finished_at IS NOT NULL AS finished
  )
  SELECT found, finished FROM noted`)

// PostgreSQL 18.4 crashes when it looks again at rows of a partitioned table that another step has changed meanwhile, if the
// plan chooses partitions as it runs.
const takeAllPartitions = statement<never>(`SELECT set_config('enable_partition_pruning', 'off', true)`)

/** One step: makes some failed deliveries due again. Answers whether there may be more. */
export async function recoverBatch(
  tx: Tx,
  { clientId, id }: { clientId: string; id: string },
  most: number,
  now: Date,
): Promise<{ found: number; isFinished: boolean }> {
  // The lock is a statement of its own: what is locked cannot be joined to other rows where tables lie on several nodes.
  const [, [recovery]] = await Promise.all([takeAllPartitions(tx), lock(tx, { client_id: clientId, id })])
  if (!recovery) return { found: 0, isFinished: true }
  const { webhook_id, since, reached } = recovery
  const from = { webhook_id, since, reached: reached ?? NIL }
  const [step] = await recoverSome(tx, { client_id: clientId, id, ...from, limit: most, due_at: now })
  return { found: step?.found ?? 0, isFinished: step?.finished ?? true }
}
