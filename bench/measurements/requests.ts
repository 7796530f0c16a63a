import assert from 'node:assert/strict'
import { listRequests } from '../../server/src/modules/requests/listing/list-requests.ts'
import type { ListRequestsQuery } from '../../server/src/modules/requests/schemas.ts'
import type { Bench } from '../harness/bench.ts'
import { employeeOf, LAST_DAY, managerOf, REQUEST_CLIENTS } from '../harness/content/request-clients.ts'
import { explainList } from '../harness/explain.ts'
import type { Session } from '../harness/service.ts'
import type { Findings } from '../report/findings.ts'
import { reportTimes, type TimedCall, timeCall } from './list-times.ts'

const DAY_MS = 24 * 3600 * 1000
const daysAgo = (days: number) => new Date(LAST_DAY.getTime() - days * DAY_MS).toISOString()

const CALLS: { name: string; query: Record<string, string> }[] = [
  { name: 'all', query: {} },
  { name: 'page of 100', query: { per_page: '100' } },
  { name: 'page 500', query: { page: '500' } },
  { name: 'form', query: { form_code: 'mobility' } },
  { name: 'form, rare', query: { form_code: 'equipment' } },
  { name: 'form, page 200', query: { form_code: 'mobility', page: '200' } },
  { name: 'employee', query: { employee_technical_id: employeeOf(1) } },
  { name: 'visible by employee', query: { visible_by_technical_id: employeeOf(1) } },
  { name: 'creator', query: { creator_technical_id: managerOf(1) } },
  { name: 'status open', query: { status: 'open' } },
  { name: 'status closed', query: { status: 'closed' } },
  { name: 'status closed, page 390', query: { status: 'closed', page: '390' } },
  { name: 'origin', query: { origin: 'EMAIL' } },
  { name: 'created since', query: { created_at_since: daysAgo(30.5) } },
  { name: 'created until', query: { created_at_until: daysAgo(500.3) } },
  { name: 'created within', query: { created_at_since: daysAgo(900.7), created_at_until: daysAgo(100.2) } },
  { name: 'closed since', query: { closed_at_since: daysAgo(30.5) } },
  { name: 'closed within', query: { closed_at_since: daysAgo(900.7), closed_at_until: daysAgo(100.2) } },
  ...['id', 'subject', 'status', 'origin', 'priority', 'updated_at', '-closed_at', 'processing_date_due'].map((by) => ({
    name: `by ${by}`,
    query: { order_by: by },
  })),
]

/** Filters joined; the length of the last is counted row by row, see decision 25. */
const JOINED: typeof CALLS = [
  { name: 'status and origin', query: { status: 'open', origin: 'EMAIL' } },
  { name: 'form and status', query: { form_code: 'mobility', status: 'closed' } },
  { name: 'creator and status', query: { creator_technical_id: managerOf(1), status: 'open' } },
  { name: 'status, created within', query: { status: 'open', created_at_since: daysAgo(90) } },
]

/** Every filter and order of the list, and deep pages, among many requests against the same calls among few. */
export async function measureRequests(bench: Bench): Promise<Findings> {
  const { service, database } = bench
  const large = service.withKey(REQUEST_CLIENTS.large)
  const small = service.withKey(REQUEST_CLIENTS.small)
  for (const [clientId, session] of [
    [REQUEST_CLIENTS.large, large],
    [REQUEST_CLIENTS.small, small],
  ] as const)
    await check(bench, clientId, session)
  const calls: TimedCall[] = []
  for (const { name, query } of [...CALLS, ...JOINED]) {
    const rest = `/requests/?${new URLSearchParams(query)}`
    const asked = {
      ...query,
      ...(query.page ? { page: Number(query.page) } : {}),
      ...(query.per_page ? { per_page: 100 } : {}),
    }
    calls.push({
      name,
      small: await timeCall(bench, small, rest),
      large: await timeCall(bench, large, rest),
      plan: await explainList(database.connection, 'requests', (db) =>
        listRequests(db, { id: REQUEST_CLIENTS.large, languages: [] }, asked as ListRequestsQuery),
      ),
    })
  }
  return reportTimes(calls)
}

/** What was loaded must be what the service lists and counts, or something else is measured. */
async function check({ database: { client } }: Bench, clientId: string, session: Session): Promise<void> {
  const { rows } = await client.query<{ all: string; open: string }>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE status = 'open') AS open FROM requests WHERE client_id = $1`,
    [clientId],
  )
  const total = async (rest: string) => (await session.call('GET', rest)).headers.get('x-total-count')
  assert.equal(await total('/requests/'), rows[0]?.all)
  assert.equal(await total('/requests/?status=open'), rows[0]?.open)
}
