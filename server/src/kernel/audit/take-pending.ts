import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Database, Db, Tx } from '#platform/db/db.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { statement } from '#platform/db/statement.ts'

export type PendingRow = {
  key: string
  at: Date
  action: string
  outcome: 'done' | 'refused'
  actor_type: string
  actor_id: string | null
  actor_name: string | null
  actor_address: string | null
  subject_type: string | null
  subject_technical_id: string | null
  resource_type: string | null
  resource_id: string | null
  details: Record<string, unknown>
}

/*
 * The table is nearly empty most of the time, and PostgreSQL would keep a plan for what it last saw of it: statements are
 * planned for each call, and a batch is a range of keys rather than a list.
 */

const take = statement<PendingRow, { client_id: string; last: number }>(`${CUSTOM_PLAN}
  WITH taken AS (
    DELETE FROM audit_pending WHERE client_id = $client_id AND key <= coalesce((
      SELECT waiting.key FROM audit_pending waiting WHERE waiting.client_id = $client_id
      ORDER BY waiting.key OFFSET $last::integer LIMIT 1), 9223372036854775807)
    RETURNING key, at, action, outcome, actor_type, actor_id, actor_name, actor_address, subject_type, subject_technical_id,
      resource_type, resource_id, details
  )
  SELECT key, at, action, outcome, actor_type, actor_id, actor_name, actor_address, subject_type, subject_technical_id,
    resource_type, resource_id, details
  FROM taken ORDER BY key`)

/** Takes the first entries of a client out of what waits. The caller holds the lock of the client's chain. */
export async function takePending(tx: Tx, clientId: string, limit: number): Promise<PendingRow[]> {
  return take(tx, { client_id: clientId, last: limit - 1 })
}

const listWaiting = statement<{ id: string }>(`${CUSTOM_PLAN}
  SELECT client.id FROM clients client
  CROSS JOIN LATERAL (SELECT FROM audit_pending waiting WHERE waiting.client_id = client.id LIMIT 1) AS one`)

const listClients = statement<{ id: string }>('SELECT id FROM clients')
const findWaiting = statement<{ key: string }, { client_id: string }>(
  'SELECT key FROM audit_pending WHERE client_id = $client_id LIMIT 1',
)

/** The clients with entries that wait. Where tables lie on several nodes, each client is asked for by itself. */
export async function listClientsWithPending(db: Database): Promise<string[]> {
  if (!(await isDistributed(db))) return (await listWaiting(db)).map(({ id }) => id)
  const found: string[] = []
  for (const { id } of await listClients(db)) {
    if ((await findWaiting(db, { client_id: id })).length > 0) found.push(id)
  }
  return found
}

const clean = statement<never, { client_id: string; type: string; technical_id: string }>(`
  UPDATE audit_pending SET
    actor_id = CASE WHEN actor_type = $type AND actor_id = $technical_id THEN NULL ELSE actor_id END,
    actor_name = CASE WHEN actor_type = $type AND actor_id = $technical_id THEN NULL ELSE actor_name END,
    actor_address = CASE WHEN actor_type = $type AND actor_id = $technical_id THEN NULL ELSE actor_address END,
    subject_type = CASE WHEN subject_type = $type AND subject_technical_id = $technical_id THEN NULL ELSE subject_type END,
    subject_technical_id = CASE WHEN subject_type = $type AND subject_technical_id = $technical_id THEN NULL
      ELSE subject_technical_id END
  WHERE client_id = $client_id AND (actor_type = $type AND actor_id = $technical_id
    OR subject_type = $type AND subject_technical_id = $technical_id)`)

/** Takes a person out of the entries that wait. */
export async function cleanPending(
  tx: Tx,
  clientId: string,
  { type, technical_id }: { type: string; technical_id: string },
): Promise<void> {
  await clean(tx, { client_id: clientId, type, technical_id })
}

const depth = statement<{ waiting: number; oldest: Date | null }, { limit: number }>(`
  SELECT count(*)::integer AS waiting, min(at) AS oldest FROM (
    SELECT at FROM audit_pending LIMIT $limit) AS counted`)

/** How many entries wait, counted up to a limit, and when the oldest of them was made. */
export async function pendingDepth(db: Db, limit: number): Promise<{ waiting: number; oldest: Date | null }> {
  return (await depth(db, { limit }))[0] ?? { waiting: 0, oldest: null }
}
