import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type RequestRow, readRow, showPage } from '#modules/requests/queries.ts'
import { type ListRequestsQuery, pageOf } from '#modules/requests/schemas.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, ofClient } from '#platform/db/statement.ts'
import { toSeconds, whenOf } from '#platform/time/moment.ts'
import { countRequests } from './count-requests.ts'
import { conditionsOf, type RequestFilters, type Span } from './filters.ts'
import { type Sequence, sequenceOf } from './sort-order.ts'

export type RequestPage = { rows: RequestRow[]; total: number }

/** A page of the requests that fit, and how many there are. */
export async function listRequests(db: Db, client: Client, query: ListRequestsQuery): Promise<RequestPage> {
  const filters = await filtersOf(db, client, query)
  if (!filters) return { rows: [], total: 0 }
  const [total, rows] = await Promise.all([
    countRequests(db, client, filters),
    fetchPage(db, client, { filters, sort: query.order_by ?? '-created_at', page: pageOf(query) }),
  ])
  return { rows, total }
}

type SortedPage = {
  filters: RequestFilters
  sort: NonNullable<ListRequestsQuery['order_by']>
  page: { limit: number; offset: number }
}

async function fetchPage(db: Db, client: Client, { filters, sort, page }: SortedPage): Promise<RequestRow[]> {
  return selectRequests(
    db,
    client,
    { conditions: conditionsOf(client, filters), sequence: sequenceOf(client, sort) },
    page,
  )
}

/** The matching requests with what they refer to. `sequence` is a constant SQL text on rows called `request`. */
export async function selectRequests(
  db: Db,
  client: Client,
  { conditions, sequence }: { conditions: RawBuilder<unknown>; sequence: string | Sequence },
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<RequestRow[]> {
  // What is skipped is skipped in the index; only the page itself is read.
  const { joins = sql``, found, shown } = typeof sequence === 'string' ? { found: sequence, shown: sequence } : sequence
  const { rows } = await sql<Parameters<typeof readRow>[0]>`${sql.raw(CUSTOM_PLAN)}
    WITH page AS MATERIALIZED (
      SELECT whole.* FROM (
        SELECT request.id FROM requests request ${joins}
        WHERE ${conditions} ORDER BY ${sql.raw(found)} LIMIT ${limit} OFFSET ${offset}
      ) AS found JOIN requests whole ON whole.client_id = ${client.id} AND whole.id = found.id
    ) ${ofClient(showPage(shown), client)}`.execute(db)
  return rows.map(readRow)
}

type Named = {
  employee: string | null
  creator_user: string | null
  creator_employee: string | null
  visible: string | null
  visible_by_uuid: string | null
}
const EMPLOYEE = 'SELECT key::text FROM employees WHERE client_id = $client_id AND deleted_at IS NULL AND'
const findNamed = lookup<
  Named,
  {
    client_id: string
    employee_technical_id: string | null
    creator_technical_id: string | null
    visible_by_technical_id: string | null
    visible_by_core_uuid: string | null
  }
>(`
  SELECT
    (${EMPLOYEE} technical_id = $employee_technical_id) AS employee,
    (SELECT key::text FROM users WHERE client_id = $client_id AND technical_id = $creator_technical_id) AS creator_user,
    (${EMPLOYEE} technical_id = $creator_technical_id) AS creator_employee,
    (${EMPLOYEE} technical_id = $visible_by_technical_id) AS visible,
    (${EMPLOYEE} core_uuid = $visible_by_core_uuid::uuid) AS visible_by_uuid`)

/** Undefined when no request fits: a person does not exist, or two filters name two employees. */
async function filtersOf(db: Db, client: Client, query: ListRequestsQuery): Promise<RequestFilters | undefined> {
  const { form_code, status, origin } = query
  const named = await namedIn(db, client, query)
  if (!named) return undefined
  const created = spanOf(query.created_at_since, query.created_at_until)
  const closed = spanOf(query.closed_at_since, query.closed_at_until)
  return {
    ...named,
    ...(form_code === undefined ? {} : { form_code }),
    ...(status === undefined ? {} : { status: status === 'opened' ? 'open' : status }),
    ...(origin === undefined ? {} : { origin }),
    ...(created && { created_at: created }),
    ...(closed && { closed_at: closed }),
  }
}

type NamedFilters = Pick<RequestFilters, 'employee_key' | 'creator' | 'visible_by_employee'>

async function namedIn(db: Db, client: Client, query: ListRequestsQuery): Promise<NamedFilters | undefined> {
  const ids = {
    employee_technical_id: query.employee_technical_id ?? null,
    creator_technical_id: query.creator_technical_id ?? null,
    visible_by_technical_id: query.visible_by_technical_id ?? null,
    visible_by_core_uuid: query.visible_by_core_uuid ?? null,
  }
  if (Object.values(ids).every((id) => id === null)) return {}
  const [found] = await findNamed(db, { client_id: client.id, ...ids })
  if (!found) return undefined
  const employees = employeesIn(query, found)
  const [key] = employees
  const creator = creatorIn(query, found)
  if (employees.some((one) => one === null || one !== key) || creator === null) return undefined
  return {
    ...(key ? { employee_key: key } : {}),
    ...(isVisibilityAsked(query) ? { visible_by_employee: true as const } : {}),
    ...(creator ? { creator } : {}),
  }
}

/** The employees that the filters name; null for one that does not exist. */
function employeesIn(query: ListRequestsQuery, found: Named): (string | null)[] {
  return [
    ...(query.employee_technical_id === undefined ? [] : [found.employee]),
    ...(query.visible_by_technical_id === undefined ? [] : [found.visible]),
    ...(query.visible_by_core_uuid === undefined ? [] : [found.visible_by_uuid]),
  ]
}

function isVisibilityAsked({ visible_by_technical_id, visible_by_core_uuid }: ListRequestsQuery): boolean {
  return visible_by_technical_id !== undefined || visible_by_core_uuid !== undefined
}

/** Undefined when the query names no creator; null when the one that it names does not exist. */
function creatorIn(
  query: ListRequestsQuery,
  { creator_user, creator_employee }: Named,
): RequestFilters['creator'] | null {
  if (query.creator_technical_id === undefined) return undefined
  if (creator_user === null && creator_employee === null) return null
  return { user_key: creator_user, employee_key: creator_employee }
}

/** Bounds count to the second, as times are shown. */
function spanOf(since: string | undefined, until: string | undefined): Span | undefined {
  if (since === undefined && until === undefined) return undefined
  return {
    since: since === undefined ? undefined : toSeconds(whenOf(since)),
    before: until === undefined ? undefined : new Date(toSeconds(whenOf(until)).getTime() + 1000),
  }
}
