import { managerMayRead, ownerMayRead, ownerPermissions, readsAllRequests } from '#modules/auth/index.ts'
import { TEST_EVENT } from '#modules/webhooks/subscriptions/webhook-owner.ts'
import type { Database, Tx } from '#platform/db/db.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { statement } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import type { StoredBody } from './callback.ts'
import { perClient } from './per-client.ts'
import { withIndexScans } from './with-index-scans.ts'

/** How many callbacks an endpoint gets at the same time at most, no matter which worker sends them. */
export const MAX_IN_FLIGHT = 10
/** After so many failures in a row an endpoint is tried with one callback at a time. */
export const FAILURES_UNTIL_PAUSE = 10
/** A worker that is not heard of for so long has lost what it had taken. */
export const LEASE_MS = 60_000

/** A delivery that is ours to make until its lease ends, with all that it takes. */
export type Claimed = StoredBody & {
  client_id: string
  endpoint_id: string
  delivery_id: string
  tries: number
  lease: string
  /** Whether there was no room for all that is due for its endpoint. */
  has_more: boolean
  url: string
  sealed_key: string
  sealed_previous_key: string | null
  previous_key_until: Date | null
  is_webhook: boolean
  /** Whether the owner of the webhook may read the event at this moment; otherwise it is not sent. */
  is_permitted: boolean
  failing_since: Date | null
  /** The step of a trace that emitted the event, if that was recorded. */
  traceparent: string | null
}

export type ClaimRequest = {
  now: Date
  lease: string
  /** How many in all, and how many of them may be retries. */
  most: number
  mostRetries: number
  /** Endpoints that this worker knows to be quick, with how many it may hold of each. */
  ahead: { clientId: string; endpointId: string; capacity: number }[]
  /** The leases that this worker holds. */
  ownLeases: string[]
}

/** The event of a delivery; its body once the event itself is gone from the log. */
const EVENT_COLUMNS = {
  type: 'coalesce(event.type, delivery.event_type)',
  manager: 'claimed.owner_id',
  data: `coalesce(event.data, delivery.body::json -> 'data')`,
  readsAll: readsAllRequests('claimed.owner_permissions'),
}

/** The ORDER BY only makes the planner walk the index. */
const leasesWhere = (client: string, isRetry: 'true' | 'false') => `
  (SELECT one.lease FROM callback_queue one
   WHERE one.client_id = ${client} AND one.endpoint_id = queue.endpoint_id AND one.is_retry = ${isRetry}
     AND one.due_at > '-infinity' AND one.due_at > $now AND one.due_at < $leased_until::timestamptz + interval '1 min'
   ORDER BY one.due_at)`

/*
 * What names `-infinity` goes along callback_queue_due, whose condition that is.
 * `queue`: one row for each endpoint that has first tries or retries waiting, with the earliest of them, found by hopping
 * from queue to queue along the index; thousands that wait for one endpoint cost no more than one.
 * `capacity`: how many more an endpoint may get. A worker that holds an endpoint alone may claim more than are in flight.
 * `owner_permissions`: what the owner of a webhook may do now; null of an address that came with a request.
 * `found`: the earliest of each ready queue, numbered for each endpoint, so that endpoints take turns.
 */
const QUEUES = `RECURSIVE queue AS (
    (SELECT client_id, endpoint_id, is_retry, due_at FROM callback_queue WHERE due_at > '-infinity'
     ORDER BY client_id, endpoint_id, is_retry, due_at LIMIT 1)
    UNION ALL
    SELECT next.client_id, next.endpoint_id, next.is_retry, next.due_at FROM queue CROSS JOIN LATERAL (
      SELECT client_id, endpoint_id, is_retry, due_at FROM callback_queue later
      WHERE (later.client_id, later.endpoint_id, later.is_retry) > (queue.client_id, queue.endpoint_id, queue.is_retry)
        AND later.due_at > '-infinity'
      ORDER BY client_id, endpoint_id, is_retry, due_at LIMIT 1
    ) AS next
  )`

const QUEUES_OF_CLIENT = `queue AS (
    SELECT endpoint.client_id, endpoint.id AS endpoint_id, kind.is_retry, first.due_at FROM callback_endpoints endpoint
    CROSS JOIN (VALUES (false), (true)) AS kind (is_retry) CROSS JOIN LATERAL (
      SELECT due_at FROM callback_queue one WHERE one.client_id = $client_id AND one.endpoint_id = endpoint.id
        AND one.is_retry = kind.is_retry AND one.due_at > '-infinity' ORDER BY one.due_at LIMIT 1
    ) AS first WHERE endpoint.client_id = $client_id
  )`

function textFor({ isOfClient }: { isOfClient: boolean }): string {
  const clientOf = (row: string) => (isOfClient ? '$client_id' : `${row}.client_id`)
  const owner = { client: clientOf('webhook'), type: 'webhook.owner_type', id: 'webhook.owner_id' }
  const eventColumns = { ...EVENT_COLUMNS, client: clientOf('claimed') }
  return `
  WITH ${isOfClient ? QUEUES_OF_CLIENT : QUEUES}, ready AS MATERIALIZED (
    SELECT queue.client_id, queue.endpoint_id, queue.is_retry,
      CASE WHEN endpoint.failures_in_row >= $failures_until_pause THEN 1
           WHEN leased.by_others > 0 THEN $max_in_flight
           ELSE coalesce(known.capacity, $max_in_flight) END - leased.count AS capacity,
      webhook.owner_type, webhook.owner_id, CASE WHEN endpoint.is_webhook THEN ${ownerPermissions(owner)} END AS owner_permissions
    FROM queue
    JOIN callback_endpoints endpoint ON endpoint.client_id = ${clientOf('queue')} AND endpoint.id = queue.endpoint_id
    LEFT JOIN webhooks webhook ON endpoint.is_webhook AND webhook.client_id = ${clientOf('queue')} AND webhook.id = queue.endpoint_id
    LEFT JOIN unnest($client_ids::text[], $endpoint_ids::uuid[], $capacities::integer[]) AS known (client_id, endpoint_id, capacity)
      ON known.client_id = queue.client_id AND known.endpoint_id = queue.endpoint_id
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS count, count(*) FILTER (WHERE lease <> ALL ($own_leases::uuid[]))::integer AS by_others
      FROM (${leasesWhere(clientOf('queue'), 'false')} UNION ALL ${leasesWhere(clientOf('queue'), 'true')}) AS held WHERE lease IS NOT NULL
    ) AS leased
    WHERE queue.due_at <= $now AND NOT endpoint.is_held AND (endpoint.paused_until IS NULL OR endpoint.paused_until <= $now)
  ), found AS (
    SELECT due.*, ready.capacity, ready.owner_type, ready.owner_id, ready.owner_permissions,
      row_number() OVER (PARTITION BY due.client_id, due.endpoint_id ORDER BY due.due_at) AS turn,
      count(*) OVER (PARTITION BY due.client_id, due.endpoint_id) > ready.capacity AS has_more
    FROM ready CROSS JOIN LATERAL (
      SELECT ${isOfClient ? 'NULL' : 'ctid'} AS tuple_id, client_id, endpoint_id, delivery_id, is_retry, due_at FROM callback_queue one
      WHERE one.client_id = ${clientOf('ready')} AND one.endpoint_id = ready.endpoint_id AND one.is_retry = ready.is_retry
        AND one.due_at > '-infinity' AND one.due_at <= $now
      ORDER BY one.due_at LIMIT least(greatest(ready.capacity, 0), $limit) + 1
    ) AS due
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY is_retry ORDER BY turn, due_at) AS rank FROM found WHERE turn <= capacity
  ), chosen AS MATERIALIZED (
    SELECT tuple_id, endpoint_id, delivery_id, has_more, owner_type, owner_id, owner_permissions FROM ranked WHERE NOT is_retry OR rank <= $max_retries
    ORDER BY turn, due_at LIMIT $limit
  ), claimed AS (
    UPDATE callback_queue one SET due_at = $leased_until, lease = $lease FROM chosen
    WHERE ${isOfClient ? 'one.client_id = $client_id AND one.endpoint_id = chosen.endpoint_id AND one.delivery_id = chosen.delivery_id' : 'one.ctid = chosen.tuple_id'} AND one.due_at <= $now
    RETURNING one.client_id, one.endpoint_id, one.delivery_id, one.tries, one.lease, chosen.has_more,
      chosen.owner_type, chosen.owner_id, chosen.owner_permissions
  )
  SELECT claimed.client_id, claimed.endpoint_id, claimed.delivery_id, claimed.tries, claimed.lease, claimed.has_more,
    claimed.owner_permissions IS NULL OR delivery.event_type = '${TEST_EVENT}' OR
      (${ownerMayRead('claimed.owner_permissions', 'claimed.owner_type', 'coalesce(event.type, delivery.event_type)')}
        AND (claimed.owner_type <> 'user' OR ${managerMayRead(eventColumns)})) AS is_permitted,
    endpoint.url, endpoint.sealed_key, endpoint.sealed_previous_key, endpoint.previous_key_until,
    endpoint.is_webhook, endpoint.failing_since, coalesce(event.type, delivery.event_type) AS event_type, delivery.body::text,
    event.created_at AS event_created_at, event.actor_type, event.actor_id, event.actor_name, event.data::text,
    trace.traceparent
  FROM claimed
  JOIN callback_endpoints endpoint ON endpoint.client_id = ${clientOf('claimed')} AND endpoint.id = claimed.endpoint_id
  LEFT JOIN LATERAL (
    SELECT id, type, created_at, actor_type, actor_id, actor_name, data FROM events one
    WHERE endpoint.is_webhook AND one.client_id = ${clientOf('claimed')} AND one.id = claimed.delivery_id LIMIT 1
  ) AS event ON true
  LEFT JOIN LATERAL (
    SELECT event_type, body FROM callback_deliveries one
    WHERE event.id IS NULL AND one.client_id = ${clientOf('claimed')} AND one.endpoint_id = claimed.endpoint_id
      AND one.id = claimed.delivery_id LIMIT 1
  ) AS delivery ON true
  LEFT JOIN LATERAL (
    SELECT traceparent FROM event_traces one
    WHERE one.client_id = ${clientOf('claimed')} AND one.event_id = claimed.delivery_id LIMIT 1
  ) AS trace ON true
  ORDER BY claimed.delivery_id`
}

type ClaimParameters = {
  now: Date
  lease: string
  leased_until: Date
  limit: number
  max_retries: number
  client_ids: string[]
  endpoint_ids: string[]
  capacities: number[]
  own_leases: string[]
  max_in_flight: number
  failures_until_pause: number
}

const claimSome = statement<Claimed, ClaimParameters>(textFor({ isOfClient: false }))
const claimSomeOf = statement<Claimed, ClaimParameters & { client_id: string }>(textFor({ isOfClient: true }))

const listDue = statement<{ client_id: string }, { now: Date }>(`
  SELECT DISTINCT client_id FROM callback_queue WHERE due_at > '-infinity' AND due_at <= $now`)

const release = statement<never, { leases: string[]; due_at: Date }>(`
  UPDATE callback_queue SET due_at = $due_at, lease = NULL WHERE lease = ANY ($leases::uuid[])`)

/** Gives back what was taken under these leases, of which nothing was heard. */
export async function releaseLeases(db: Database, leases: string[], now: Date): Promise<void> {
  await release(db, { leases, due_at: now })
}

/** Takes deliveries that are due. One worker at a time, so that none gets more than is left by the others. */
export async function claim(db: Database, request: ClaimRequest): Promise<Claimed[]> {
  const parameters = parametersOf(request)
  const takeTurn = (tx: Tx) => takeLock(tx, 'callbacks.claim')
  if (await isDistributed(db)) return claimByClient(db, parameters, takeTurn)
  return withIndexScans(db, (tx) => claimSome(tx, parameters), { before: takeTurn })
}

function parametersOf({ now, lease, most, mostRetries, ahead, ownLeases }: ClaimRequest): ClaimParameters {
  return {
    now,
    lease,
    leased_until: new Date(now.getTime() + LEASE_MS),
    limit: most,
    max_retries: mostRetries,
    client_ids: ahead.map((one) => one.clientId),
    endpoint_ids: ahead.map((one) => one.endpointId),
    capacities: ahead.map((one) => one.capacity),
    own_leases: ownLeases,
    max_in_flight: MAX_IN_FLIGHT,
    failures_until_pause: FAILURES_UNTIL_PAUSE,
  }
}

/** Client by client: its queue lies on one node. */
async function claimByClient(
  db: Database,
  parameters: ClaimParameters,
  takeTurn: (tx: Tx) => Promise<void>,
): Promise<Claimed[]> {
  const due = (await listDue(db, { now: parameters.now })).map((row) => row.client_id)
  if (due.length === 0) return []
  return transact(db, async (tx) => {
    await takeTurn(tx)
    const claimed: Claimed[] = []
    let retriesLeft = parameters.max_retries
    await perClient(due, parameters.limit, async (client_id, limit) => {
      const some = await claimSomeOf(tx, { ...parameters, client_id, limit, max_retries: retriesLeft })
      claimed.push(...some)
      retriesLeft -= some.filter((one) => one.tries > 0).length
      return some.length
    })
    return claimed
  })
}
