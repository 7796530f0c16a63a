import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { firstIdOf } from '#platform/uuid.ts'

type Endpoint = { client_id: string; endpoint_id: string }

const listSome = statement<Endpoint, [string, string, number]>(`
  SELECT client_id, id AS endpoint_id FROM callback_endpoints WHERE (client_id, id) > ($1, $2::uuid)
  ORDER BY client_id, id LIMIT $3`)

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const BATCH_SIZE = 2000

export async function* listEndpoints(db: Db): AsyncGenerator<Endpoint> {
  let last: Endpoint | undefined = { client_id: '', endpoint_id: FIRST_ID }
  while (last) {
    const some: Endpoint[] = await listSome(db, last.client_id, last.endpoint_id, BATCH_SIZE)
    yield* some
    last = some.at(-1)
  }
}

// Ids hold the time. Each delivery is looked at once, whatever its outcome, and few are locked at a time.
const expireSome = statement<{ reached: string | null }, [string, string, string, string, string, number]>(`
  WITH old AS MATERIALIZED (
    SELECT id, succeeded_at IS NOT NULL OR id < $5::uuid AS is_over FROM callback_deliveries
    WHERE client_id = $1 AND endpoint_id = $2 AND id > $3::uuid AND id < greatest($4::uuid, $5::uuid)
    ORDER BY id LIMIT $6
  ), waiting AS (
    DELETE FROM callback_queue
    WHERE client_id = $1 AND endpoint_id = $2 AND delivery_id = ANY(ARRAY(SELECT id FROM old WHERE is_over))
  ), gone AS (
    DELETE FROM callback_deliveries
    WHERE client_id = $1 AND endpoint_id = $2 AND id = ANY(ARRAY(SELECT id FROM old WHERE is_over))
  )
  SELECT max(id::text) AS reached FROM old`)

/** Removes some deliveries that are older than they are kept; answers from where to go on, if there may be more. */
export async function expireEndpoint(
  db: Db,
  { client_id, endpoint_id }: Endpoint,
  before: { succeeded: Date; all: Date },
  reached = FIRST_ID,
): Promise<string | undefined> {
  const bounds = [firstIdOf(before.succeeded), firstIdOf(before.all)] as const
  const [step] = await expireSome(db, client_id, endpoint_id, reached, ...bounds, BATCH_SIZE)
  return step?.reached ?? undefined
}

const removeSomeWaiting = statement<{ delivery_id: string }, [string, string, number]>(`
  DELETE FROM callback_queue WHERE client_id = $1 AND endpoint_id = $2 AND delivery_id = ANY(ARRAY(
    SELECT delivery_id FROM callback_queue WHERE client_id = $1 AND endpoint_id = $2 LIMIT $3))
  RETURNING delivery_id`)

export async function removeWaiting(db: Db, { client_id, endpoint_id }: Endpoint): Promise<number> {
  return (await removeSomeWaiting(db, client_id, endpoint_id, BATCH_SIZE)).length
}

// Locked first, so that nobody puts a delivery there; looked at in a statement of its own, which sees what was put there
// until then.
const lockOld = statement<Endpoint, [Date, string | null, string | null]>(`
  SELECT client_id, id AS endpoint_id FROM callback_endpoints endpoint
  WHERE created_at < $1 AND ($2::text IS NULL OR (client_id, id) = ($2, $3::uuid))
    AND NOT EXISTS (SELECT FROM webhooks WHERE webhooks.client_id = endpoint.client_id AND webhooks.id = endpoint.id)
    AND NOT EXISTS (SELECT FROM callback_deliveries delivery
                    WHERE delivery.client_id = endpoint.client_id AND delivery.endpoint_id = endpoint.id)
  FOR UPDATE SKIP LOCKED`)
const removeUnused = statement<never, [string[], string[]]>(`
  DELETE FROM callback_endpoints endpoint USING unnest($1::text[], $2::uuid[]) AS old (client_id, id)
  WHERE endpoint.client_id = old.client_id AND endpoint.id = old.id
    AND NOT EXISTS (SELECT FROM callback_deliveries delivery
                    WHERE delivery.client_id = endpoint.client_id AND delivery.endpoint_id = endpoint.id)`)

/** Removes endpoints that are no webhook's and have no deliveries any more: all from before then, or only this one. */
export async function removeUnusedEndpoints(db: Db, before: Date, only?: Endpoint): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const old = await lockOld(tx, before, only?.client_id ?? null, only?.endpoint_id ?? null)
    if (old.length === 0) return
    await removeUnused(
      tx,
      old.map((one) => one.client_id),
      old.map((one) => one.endpoint_id),
    )
  })
}
