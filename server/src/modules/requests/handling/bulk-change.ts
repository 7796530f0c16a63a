import { sql } from 'kysely'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client, Work } from '#kernel/work.ts'
import { findManagerRequests, type ManagerRequestsFilter } from '#modules/requests/listing/list-manager-requests.ts'
import { lockRequest, type RequestRow } from '#modules/requests/queries.ts'
import { isInRequestPerimeter, requestPerimeter } from '#modules/requests/request-perimeter.ts'
import type { ChangedRequest } from '#modules/requests/schemas.ts'
import type { RequestDeps } from '#modules/requests/submission/create-request.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { changeRequest } from './change-request.ts'
import { withWritableRequest } from './manager-request.ts'

/** What is done to each of many requests; `assign` replaces those who were assigned. */
export type BulkChange =
  | { action: 'close' }
  | { action: 'reopen' }
  | { action: 'assign'; managers: readonly { key: string; technical_id: string }[] }

export type SkippedRequest = 'already_closed' | 'not_closed' | 'already_assigned'

type SoughtRequests = { person: SessionPerson; now: Date; filter: ManagerRequestsFilter; most: number }

/** The requests of a manager's list, as the list would show them now. */
export async function findRequestsFor(
  db: Db,
  client: Client,
  { person, now, filter, most }: SoughtRequests,
): Promise<string[]> {
  const perimeter = await requestPerimeter(db, client, person, 'requests:read')
  return findManagerRequests(db, client, { asking: { perimeter, now }, filter, most })
}

type BulkChangeOfOne = { person: SessionPerson; id: string; change: BulkChange }

/** Changes one of many requests as a manager changes it alone; answers why it needs no change, if it needs none. */
export function applyBulkChange(
  work: Work,
  deps: RequestDeps,
  { person, id, change }: BulkChangeOfOne,
): Promise<SkippedRequest | undefined> {
  return withWritableRequest(work, person, id, async () => {
    const before = await lockRequest(work.tx, work.client, id)
    const skipped = before && skipOf(before, change)
    if (skipped) return skipped
    const input = { ...inputOf(change), actor_technical_id: person.technical_id }
    await changeRequest(work, deps, { id, input, scope: 'manager' })
    return undefined
  })
}

function inputOf(change: BulkChange): Omit<ChangedRequest, 'actor_technical_id'> {
  if (change.action === 'assign') return { managers_assigned: change.managers.map((one) => one.technical_id) }
  return { status: change.action === 'close' ? 'closed' : 'open' }
}

function skipOf({ status, manager_keys }: RequestRow, change: BulkChange): SkippedRequest | undefined {
  if (change.action === 'close') return status === 'closed' ? 'already_closed' : undefined
  if (change.action === 'reopen') return status === 'closed' ? undefined : 'not_closed'
  const wanted = new Set(change.managers.map((one) => one.key))
  const isSame = wanted.size === manager_keys.length && manager_keys.every((key) => wanted.has(String(key)))
  return isSame ? 'already_assigned' : undefined
}

export type RequestsForecast = {
  /** How many of them the manager may change at all. */
  reachable: number
  changed: number
  skipped: SkippedRequest
  mails: number
}

type BulkChangeOfMany = { person: SessionPerson; ids: readonly string[]; change: BulkChange }

/** What changing these requests would do. */
export async function forecastRequests(
  db: Db,
  client: Client,
  { person, ids, change }: BulkChangeOfMany,
): Promise<RequestsForecast> {
  const perimeter = await requestPerimeter(db, client, person, 'requests:write')
  const keys = change.action === 'assign' ? change.managers.map((one) => one.key) : []
  const others = keys.filter((key) => key !== perimeter.userKey)
  const { isChanged, skipped, mails } = {
    close: {
      isChanged: sql`request.status <> 'closed'`,
      skipped: 'already_closed' as const,
      mails: toEmployee(client),
    },
    reopen: { isChanged: sql`request.status = 'closed'`, skipped: 'not_closed' as const, mails: toEmployee(client) },
    assign: {
      isChanged: sql`NOT (request.manager_keys @> ${keys}::bigint[] AND request.manager_keys <@ ${keys}::bigint[])`,
      skipped: 'already_assigned' as const,
      mails: sql`(SELECT count(*) FROM unnest(${others}::bigint[]) AS added (key) WHERE key <> ALL (request.manager_keys))`,
    },
  }[change.action]
  const { rows } = await sql<{ reachable: number; changed: number; mails: number }>`${sql.raw(CUSTOM_PLAN)}
    SELECT count(*)::integer AS reachable, (count(*) FILTER (WHERE is_changed))::integer AS changed,
      coalesce(sum(mails) FILTER (WHERE is_changed), 0)::integer AS mails
    FROM (
      SELECT ${isChanged} AS is_changed, ${mails} AS mails FROM requests request
      WHERE request.client_id = ${client.id} AND request.id = ANY (${ids}::bigint[]) AND ${isInRequestPerimeter(perimeter)}
    ) AS one`.execute(db)
  const [found = { reachable: 0, changed: 0, mails: 0 }] = rows
  return { ...found, skipped }
}

/** The employee is notified of a new status, if they can see the request and have an address. */
const toEmployee = (client: Client) => sql`CASE WHEN request.visible_by_employee AND EXISTS (
  SELECT FROM employees employee WHERE employee.client_id = ${client.id} AND employee.key = request.employee_key
    AND employee.deleted_at IS NULL AND employee.email IS NOT NULL) THEN 1 ELSE 0 END`
