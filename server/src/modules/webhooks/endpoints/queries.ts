import { createHash } from 'node:crypto'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

type NewEndpoint = { id: string; url: string; sealed_key: string; is_held: boolean; created_at: Date }

const insert = statement<
  never,
  { client_id: string; id: string; url: string; sealed_key: string; is_held: boolean; created_at: Date }
>(`
  INSERT INTO callback_endpoints (client_id, id, url, sealed_key, is_webhook, is_held, created_at)
  VALUES ($client_id, $id, $url, $sealed_key, true, $is_held, $created_at)`)

/** The endpoint of a new webhook, under the webhook's id. */
export async function insertEndpoint(tx: Tx, client: Client, endpoint: NewEndpoint): Promise<void> {
  const { id, url, sealed_key, is_held, created_at } = endpoint
  await insert(tx, { client_id: client.id, id, url, sealed_key, is_held, created_at })
}

const insertOnce = statement<
  never,
  { client_id: string; id: string; url: string; sealed_key: string; created_at: Date }
>(`
  INSERT INTO callback_endpoints (client_id, id, url, sealed_key, is_webhook, created_at)
  VALUES ($client_id, $id, $url, $sealed_key, false, $created_at)`)

/** An endpoint for the last callback of a webhook. It shares its key with nothing else that goes to the address. */
export async function insertLastEndpoint(
  tx: Tx,
  client: Client,
  { id, url, sealed_key, created_at }: Omit<NewEndpoint, 'is_held'>,
): Promise<void> {
  await insertOnce(tx, { client_id: client.id, id, url, sealed_key, created_at })
}

// Another address, or being switched on again, is a new start.
const update = statement<never, { client_id: string; id: string; url: string; is_held: boolean }>(`
  UPDATE callback_endpoints SET url = $url, is_held = $is_held,
    failures_in_row = 0, failing_since = NULL, pauses = 0, paused_until = NULL
  WHERE client_id = $client_id AND id = $id AND (url, is_held) <> ($url, $is_held)`)

/** Where callbacks go from now on, and whether any go. */
export async function updateEndpoint(
  tx: Tx,
  client: Client,
  { id, url, is_held }: Pick<NewEndpoint, 'id' | 'url' | 'is_held'>,
): Promise<void> {
  await update(tx, { client_id: client.id, id, url, is_held })
}

const hold = statement<never, { client_id: string; id: string }>(
  'UPDATE callback_endpoints SET is_held = true WHERE client_id = $client_id AND id = $id',
)

/** Nothing is sent any more, and what is known of its failures stays known. */
export async function holdEndpoint(tx: Tx, client: Client, id: string): Promise<void> {
  await hold(tx, { client_id: client.id, id })
}

const replace = statement<never, { client_id: string; id: string; sealed_key: string; previous_key_until: Date }>(`
  UPDATE callback_endpoints SET sealed_previous_key = sealed_key, previous_key_until = $previous_key_until, sealed_key = $sealed_key
  WHERE client_id = $client_id AND id = $id`)

type ReplacedKey = { id: string; sealedKey: string; previousUntil: Date }

/** The key before counts as well until then. */
export async function replaceKey(tx: Tx, client: Client, { id, sealedKey, previousUntil }: ReplacedKey): Promise<void> {
  await replace(tx, { client_id: client.id, id, sealed_key: sealedKey, previous_key_until: previousUntil })
}

// Removing unused endpoints waits for transactions that hold one.
const findOrInsert = statement<
  { id: string; sealed_key: string },
  { client_id: string; id: string; url: string; url_hash: Buffer; sealed_key: string; created_at: Date }
>(`
  WITH known AS MATERIALIZED (
    SELECT id, sealed_key FROM callback_endpoints WHERE client_id = $client_id AND url_hash = $url_hash FOR KEY SHARE
  ), made AS (
    INSERT INTO callback_endpoints (client_id, id, url, url_hash, sealed_key, is_webhook, created_at)
    SELECT $client_id, $id, $url, $url_hash, $sealed_key, false, $created_at WHERE NOT EXISTS (SELECT FROM known)
    ON CONFLICT (client_id, url_hash) WHERE url_hash IS NOT NULL DO UPDATE SET url = excluded.url
    RETURNING id, sealed_key
  )
  SELECT id, sealed_key FROM known UNION ALL SELECT id, sealed_key FROM made`)

/** The endpoint of an address that came with a request: all that name the same address share it. */
export async function findOrCreateEndpoint(
  tx: Tx,
  client: Client,
  { id, url, sealed_key, created_at }: Omit<NewEndpoint, 'is_held'>,
): Promise<{ id: string; sealed_key: string }> {
  const hash = createHash('sha256').update(url).digest()
  const [endpoint] = await findOrInsert(tx, { client_id: client.id, id, url, url_hash: hash, sealed_key, created_at })
  if (!endpoint) throw new Error('An endpoint was neither found nor made.')
  return endpoint
}

const setKey = statement<never, { client_id: string; id: string; sealed_key: string }>(
  'UPDATE callback_endpoints SET sealed_key = $sealed_key WHERE client_id = $client_id AND id = $id',
)

export async function updateKey(tx: Tx, client: Client, id: string, sealedKey: string): Promise<void> {
  await setKey(tx, { client_id: client.id, id, sealed_key: sealedKey })
}

/** What is known of how an endpoint does. */
export type Health = {
  is_held: boolean
  failures_in_row: number
  failing_since: Date | null
  paused_until: Date | null
  waiting: number
  oldest_waiting_at: Date | null
}

const findHealth = lookup<Health, { client_id: string; endpoint_id: string }>(`
  SELECT is_held, failures_in_row, failing_since, paused_until, waiting.count AS waiting,
    (SELECT delivery.created_at FROM callback_queue oldest
     JOIN callback_deliveries delivery ON delivery.client_id = oldest.client_id
       AND delivery.endpoint_id = oldest.endpoint_id AND delivery.id = oldest.delivery_id
     WHERE oldest.client_id = $client_id AND oldest.endpoint_id = $endpoint_id ORDER BY oldest.delivery_id LIMIT 1) AS oldest_waiting_at
  FROM callback_endpoints endpoint CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count FROM (
      SELECT FROM callback_queue one WHERE one.client_id = $client_id AND one.endpoint_id = $endpoint_id LIMIT 10000) AS counted
  ) AS waiting
  WHERE endpoint.client_id = $client_id AND endpoint.id = $endpoint_id`)

export async function getHealth(db: Db, client: Client, id: string): Promise<Health> {
  const [health] = await findHealth(db, { client_id: client.id, endpoint_id: id })
  if (!health) throw new Error('A webhook has no endpoint.')
  return health
}
