import type { Db } from '#platform/db/db.ts'
import type { Partition } from '#platform/db/partitions/partitions.ts'
import { statement } from '#platform/db/statement.ts'
import { firstIdOf } from '#platform/uuid.ts'

type Endpoint = { client_id: string; endpoint_id: string }

const listSome = statement<Endpoint, { client_id: string; endpoint_id: string; limit: number }>(`
  SELECT client_id, id AS endpoint_id FROM callback_endpoints WHERE (client_id, id) > ($client_id, $endpoint_id::uuid)
  ORDER BY client_id, id LIMIT $limit`)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const BATCH_SIZE = 2000

export async function* listEndpoints(db: Db): AsyncGenerator<Endpoint> {
  let last: Endpoint | undefined = { client_id: '', endpoint_id: FIRST_ID }
  while (last) {
    const some: Endpoint[] = await listSome(db, {
      client_id: last.client_id,
      endpoint_id: last.endpoint_id,
      limit: BATCH_SIZE,
    })
    yield* some
    last = some.at(-1)
  }
}

// Ids contain the time. Each delivery is visited once, whatever its outcome, and few are locked at a time.
const expireSome = statement<
  { reached: string | null },
  {
    client_id: string
    endpoint_id: string
    reached: string
    succeeded_before: string
    all_before: string
    to: string
    limit: number
  }
>(`
  WITH old AS MATERIALIZED (
    SELECT id, succeeded_at IS NOT NULL OR id < $all_before::uuid AS is_over FROM callback_deliveries
    WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND id > $reached::uuid AND id < least(greatest($succeeded_before::uuid, $all_before::uuid), $to::uuid)
    ORDER BY id LIMIT $limit
  ), waiting AS (
    DELETE FROM callback_queue
    WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND delivery_id = ANY(ARRAY(SELECT id FROM old WHERE is_over))
  ), gone AS (
    DELETE FROM callback_deliveries
    WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND id = ANY(ARRAY(SELECT id FROM old WHERE is_over))
  )
  SELECT max(id::text) AS reached FROM old`)

/** From when on deliveries are kept, and which ids are looked at; default: all. */
export type OldDeliveries = { succeeded: Date; all: Date; range?: Omit<Partition, 'name'> }

/** Removes some deliveries that are older than they are kept; answers from where to go on, if there may be more. */
export async function expireEndpoint(
  db: Db,
  { client_id, endpoint_id }: Endpoint,
  { succeeded, all, range }: OldDeliveries,
  reached = FIRST_ID,
): Promise<string | undefined> {
  const [step] = await expireSome(db, {
    client_id,
    endpoint_id,
    reached,
    succeeded_before: firstIdOf(succeeded),
    all_before: firstIdOf(all),
    to: range?.to ?? LAST_ID,
    limit: BATCH_SIZE,
  })
  return step?.reached ?? undefined
}

const removeSomeWaiting = statement<
  { delivery_id: string },
  { client_id: string; endpoint_id: string; limit: number }
>(`
  DELETE FROM callback_queue WHERE client_id = $client_id AND endpoint_id = $endpoint_id AND delivery_id = ANY(ARRAY(
    SELECT delivery_id FROM callback_queue WHERE client_id = $client_id AND endpoint_id = $endpoint_id LIMIT $limit))
  RETURNING delivery_id`)

export async function removeWaiting(db: Db, { client_id, endpoint_id }: Endpoint): Promise<number> {
  return (await removeSomeWaiting(db, { client_id, endpoint_id, limit: BATCH_SIZE })).length
}

const listUnused = statement<Endpoint, { before: Date; client_id: string | null; endpoint_id: string | null }>(`
  SELECT client_id, id AS endpoint_id FROM callback_endpoints endpoint
  WHERE created_at < $before AND ($client_id::text IS NULL OR (client_id, id) = ($client_id, $endpoint_id::uuid))
    AND NOT EXISTS (SELECT FROM webhooks WHERE webhooks.client_id = endpoint.client_id AND webhooks.id = endpoint.id)
    AND NOT EXISTS (SELECT FROM callback_deliveries delivery
                    WHERE delivery.client_id = endpoint.client_id AND delivery.endpoint_id = endpoint.id)`)

// Locked first, so that nobody puts a delivery there; looked at in a statement of its own, which sees what was put there
// until then.
const lockSome = statement<{ id: string }, { client_id: string; ids: string[] }>(`
  SELECT id FROM callback_endpoints WHERE client_id = $client_id AND id = ANY ($ids::uuid[]) FOR UPDATE SKIP LOCKED`)
const removeUnused = statement<never, { client_id: string; ids: string[] }>(`
  DELETE FROM callback_endpoints endpoint WHERE endpoint.client_id = $client_id AND endpoint.id = ANY ($ids::uuid[])
    AND NOT EXISTS (SELECT FROM callback_deliveries delivery
                    WHERE delivery.client_id = $client_id AND delivery.endpoint_id = endpoint.id)`)

/** Removes endpoints that are no webhook's and have no deliveries any more: all from before then, or only this one. */
export async function removeUnusedEndpoints(db: Db, before: Date, only?: Endpoint): Promise<void> {
  const { client_id = null, endpoint_id = null } = only ?? {}
  const unused = await listUnused(db, { before, client_id, endpoint_id })
  // What is locked is locked at its client.
  for (const [client, endpoints] of Map.groupBy(unused, (one) => one.client_id)) {
    await db.transaction().execute(async (tx) => {
      const listed = { client_id: client, ids: endpoints.map((one) => one.endpoint_id) }
      const ids = (await lockSome(tx, listed)).map((one) => one.id)
      await removeUnused(tx, { client_id: client, ids })
    })
  }
}
