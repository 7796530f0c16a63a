import type { Attempt } from '#modules/webhooks/subscriptions/schemas.ts'
import type { Database } from '#platform/db/db.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { statement } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import { FAILURES_UNTIL_PAUSE } from './claim.ts'
import { withIndexScans } from './with-index-scans.ts'

/** What became of a delivery that was taken. */
export type Result = {
  clientId: string
  endpointId: string
  deliveryId: string
  lease: string
  /** Undefined when nothing was sent: it only goes back to the queue. */
  attempt: Attempt | undefined
  outcome: 'succeeded' | 'failed' | 'waits'
  at: Date
  /** For one that waits. */
  dueAt: Date | undefined
}

/** What the results of a while say of an endpoint, in their order. */
export type EndpointResult = {
  clientId: string
  endpointId: string
  hasSucceeded: boolean
  /** Since the last success. */
  failures: number
  firstFailureAt: Date | undefined
}

export type EndpointState = {
  client_id: string
  endpoint_id: string
  is_webhook: boolean
  failing_since: Date | null
  paused_until: Date | null
}

const MAX_ATTEMPTS_KEPT = 50

/** Of one client, `$client_id`, or of all whose results there are. */
type Scope = { isOfClient: boolean }
const only = (row: string, isOfClient: boolean) => (isOfClient ? `AND ${row}.client_id = $client_id` : '')

/** What becomes of one that waits, and what is recorded of any of them. */
const WAIT = `due_at = result.due_at, lease = NULL, tries = one.tries + CASE WHEN result.attempt IS NULL THEN 0 ELSE 1 END,
      is_retry = one.is_retry OR result.attempt IS NOT NULL`
const OUTCOME = 'result.client_id, result.endpoint_id, result.delivery_id, result.outcome, result.attempt, result.at'

/**
 * Only the holder of the lease writes; a result that comes too late belongs to a delivery that another worker has claimed.
 *
 * Rows of the queue are found one by one, and then changed by their place: to a planner who has seen the queue nearly empty,
 * walking all of it for each result looks cheaper than finding one. So nothing joins the queue. `IS TRUE` keeps the planner
 * from making a join of IN.
 */
const END_AND_WAIT = `
  held AS MATERIALIZED (
    SELECT result.*, one.place FROM result CROSS JOIN LATERAL (
      SELECT ctid AS place FROM callback_queue
      WHERE client_id = result.client_id AND endpoint_id = result.endpoint_id AND delivery_id = result.delivery_id
        AND lease = result.lease LIMIT 1
    ) AS one
  ), ended AS (
    DELETE FROM callback_queue one
    WHERE one.ctid = ANY (ARRAY(SELECT place FROM held WHERE outcome <> 'waits')) AND one.lease = ANY ($leases::uuid[])
    RETURNING one.endpoint_id, one.delivery_id
  ), waits AS (
    UPDATE callback_queue one SET ${WAIT}
    FROM held AS result
    WHERE result.outcome = 'waits' AND one.ctid = result.place AND one.lease = result.lease
      AND one.ctid = ANY (ARRAY(SELECT place FROM held WHERE outcome = 'waits'))
    RETURNING ${OUTCOME}
  ), told AS (
    SELECT ${OUTCOME} FROM held AS result
    WHERE outcome <> 'waits' AND ((endpoint_id, delivery_id) IN (SELECT endpoint_id, delivery_id FROM ended)) IS TRUE
    UNION ALL SELECT * FROM waits WHERE attempt IS NOT NULL
  )`

const ofClient = 'one.client_id = $client_id AND one.client_id = result.client_id'
const isHeld = `${ofClient} AND one.endpoint_id = result.endpoint_id AND one.delivery_id = result.delivery_id AND one.lease = result.lease`

/** The same of one client: the place of a row says nothing where there are several nodes. */
const END_AND_WAIT_OF_CLIENT = `
  ended AS (
    DELETE FROM callback_queue one USING result WHERE ${isHeld} AND result.outcome <> 'waits' RETURNING ${OUTCOME}
  ), waits AS (
    UPDATE callback_queue one SET ${WAIT} FROM result WHERE ${isHeld} AND result.outcome = 'waits' RETURNING ${OUTCOME}
  ), told AS (
    SELECT * FROM ended UNION ALL SELECT * FROM waits WHERE attempt IS NOT NULL
  )`

const deliveriesText = ({ isOfClient }: Scope) => `
  WITH result AS (
    SELECT client_id, endpoint_id, delivery_id, lease, outcome, due_at, attempt::jsonb, at
    FROM unnest($client_ids::text[], $endpoint_ids::uuid[], $delivery_ids::uuid[], $leases::uuid[], $outcomes::text[], $due_times::timestamptz[], $attempts::text[],
                $times::timestamptz[])
      AS given (client_id, endpoint_id, delivery_id, lease, outcome, due_at, attempt, at)
  ), ${isOfClient ? END_AND_WAIT_OF_CLIENT : END_AND_WAIT}, recorded AS (
  UPDATE callback_deliveries delivery SET
    attempts = CASE WHEN jsonb_array_length(delivery.attempts) < ${MAX_ATTEMPTS_KEPT} THEN delivery.attempts
                    ELSE delivery.attempts - 0 END || told.attempt,
    succeeded_at = CASE WHEN told.outcome = 'succeeded' THEN told.at END,
    failed_at = CASE WHEN told.outcome = 'failed' THEN told.at END
  FROM told WHERE delivery.client_id = told.client_id AND delivery.endpoint_id = told.endpoint_id
    AND delivery.id = told.delivery_id ${only('delivery', isOfClient)}
  )
  SELECT`

type DeliveryParameters = {
  client_ids: string[]
  endpoint_ids: string[]
  delivery_ids: string[]
  leases: string[]
  outcomes: string[]
  due_times: (Date | null)[]
  attempts: (string | null)[]
  times: Date[]
}
const record = statement<never, DeliveryParameters>(deliveriesText({ isOfClient: false }))
const recordOf = statement<never, DeliveryParameters & { client_id: string }>(deliveriesText({ isOfClient: true }))

// A SELECT at the top goes to the node of a client as a whole; an UPDATE would have its parts run one by one, and Citus loses
// columns of rows that such a part locks.
//
// A pause begins when there were too many failures in a row, and none is under way; each is twice as long as the last.
const endpointsText = ({ isOfClient }: Scope) => `
  WITH before AS MATERIALIZED (
    SELECT endpoint.client_id, endpoint.id, result.failures,
      CASE WHEN has_succeeded THEN result.failures ELSE endpoint.failures_in_row + result.failures END AS in_row,
      CASE WHEN result.failures = 0 THEN NULL
           WHEN has_succeeded THEN first_failure_at
           ELSE coalesce(endpoint.failing_since, first_failure_at) END AS since,
      CASE WHEN has_succeeded THEN 0 ELSE endpoint.pauses END AS pauses,
      CASE WHEN has_succeeded THEN NULL ELSE endpoint.paused_until END AS paused_until
    FROM unnest($client_ids::text[], $endpoint_ids::uuid[], $have_succeeded::boolean[], $failures::integer[], $first_failure_times::timestamptz[])
      AS result (client_id, endpoint_id, has_succeeded, failures, first_failure_at)
    JOIN callback_endpoints endpoint ON endpoint.client_id = result.client_id AND endpoint.id = result.endpoint_id
    ${isOfClient ? 'WHERE endpoint.client_id = $client_id' : ''} ORDER BY endpoint.client_id, endpoint.id FOR NO KEY UPDATE OF endpoint
  ), after AS (
    SELECT before.*, CASE WHEN pauses_now.yes THEN $now::timestamptz + least(interval '30 s' * 2 ^ least(pauses, 10), '15 min')
                          ELSE paused_until END AS pause, CASE WHEN pauses_now.yes THEN 1 ELSE 0 END AS more_pauses
    FROM before CROSS JOIN LATERAL (
      SELECT before.in_row >= ${FAILURES_UNTIL_PAUSE} AND (before.paused_until IS NULL OR before.paused_until <= $now::timestamptz) AS yes
    ) AS pauses_now
  ), changed AS (
    UPDATE callback_endpoints endpoint SET failures_in_row = after.in_row, failing_since = after.since,
      pauses = after.pauses + after.more_pauses, paused_until = after.pause
    FROM after WHERE endpoint.client_id = after.client_id AND endpoint.id = after.id ${only('endpoint', isOfClient)}
    RETURNING endpoint.client_id, endpoint.id AS endpoint_id, endpoint.is_webhook, endpoint.failing_since,
      endpoint.paused_until
  )
  SELECT * FROM changed`

type EndpointParameters = {
  client_ids: string[]
  endpoint_ids: string[]
  have_succeeded: boolean[]
  failures: number[]
  first_failure_times: (Date | null)[]
  now: Date
}
const recordEndpoints = statement<EndpointState, EndpointParameters>(endpointsText({ isOfClient: false }))
const recordEndpointsOf = statement<EndpointState, EndpointParameters & { client_id: string }>(
  endpointsText({ isOfClient: true }),
)

/** Writes what became of deliveries, and what that says of their endpoints. */
export async function recordResults(
  db: Database,
  results: Result[],
  endpoints: EndpointResult[],
  now: Date,
): Promise<EndpointState[]> {
  if (await isDistributed(db)) return recordByClient(db, results, endpoints, now)
  return withIndexScans(db, async (tx) => {
    const [, states] = await Promise.all([
      record(tx, deliveryParameters(results)),
      endpoints.length === 0 ? [] : recordEndpoints(tx, endpointParameters(endpoints, now)),
    ])
    return states
  })
}

/** Client by client, in one order; what there is of one lies on one node. */
async function recordByClient(
  db: Database,
  results: Result[],
  endpoints: EndpointResult[],
  now: Date,
): Promise<EndpointState[]> {
  const clientIds = [...new Set(results.map((one) => one.clientId))].sort()
  return transact(db, async (tx) => {
    const states: EndpointState[] = []
    for (const client_id of clientIds) {
      const isOfClient = ({ clientId }: { clientId: string }) => clientId === client_id
      await recordOf(tx, { client_id, ...deliveryParameters(results.filter(isOfClient)) })
      const told = endpoints.filter(isOfClient)
      if (told.length > 0)
        states.push(...(await recordEndpointsOf(tx, { client_id, ...endpointParameters(told, now) })))
    }
    return states
  })
}

function deliveryParameters(results: Result[]): DeliveryParameters {
  return {
    client_ids: results.map((one) => one.clientId),
    endpoint_ids: results.map((one) => one.endpointId),
    delivery_ids: results.map((one) => one.deliveryId),
    leases: results.map((one) => one.lease),
    outcomes: results.map((one) => one.outcome),
    due_times: results.map((one) => one.dueAt ?? null),
    attempts: results.map((one) => (one.attempt ? JSON.stringify(one.attempt) : null)),
    times: results.map((one) => one.at),
  }
}

function endpointParameters(endpoints: EndpointResult[], now: Date): EndpointParameters {
  return {
    client_ids: endpoints.map((one) => one.clientId),
    endpoint_ids: endpoints.map((one) => one.endpointId),
    have_succeeded: endpoints.map((one) => one.hasSucceeded),
    failures: endpoints.map((one) => one.failures),
    first_failure_times: endpoints.map((one) => one.firstFailureAt ?? null),
    now,
  }
}
