import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isInRequestPerimeter, requestPerimeter } from '#modules/requests/request-perimeter.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { countManagerRequests, type ListManagerRequestsQuery, listManagerRequests } from './list-manager-requests.ts'

const service = await startApp()
const { db } = service
const { client } = acme
/** More than a short walk along the order meets. */
const REQUESTS = 5000

const [north = '', south = ''] = [await anOrganization(service), await anOrganization(service)]
const reader = await aRole(service, { permissions: ['requests:read'] })
const allReader = await aRole(service, { permissions: ['requests:read', 'requests:read_all'] })
const managers = [
  await aManager(service, { profiles: [{ role: reader, organizations: [north] }] }),
  await aManager(service, { profiles: [{ role: allReader, organizations: [south] }] }),
  await aManager(service, { profiles: [{ role: allReader, organizations: [north, south] }] }),
  await aManager(service, { profiles: [] }),
]
for (let number = 0; number < 40; number += 1)
  await anEmployee(service, { organizations: [number < 3 ? north : south] })

await sql`
  WITH employee AS (SELECT key, row_number() OVER (ORDER BY key) - 1 AS rank, count(*) OVER () AS size FROM employees WHERE client_id = 'acme'),
  manager AS (SELECT key, row_number() OVER (ORDER BY key) - 1 AS rank FROM users WHERE client_id = 'acme')
  INSERT INTO requests (client_id, id, form_code, form_version, subject, sort_subject, origin, priority, status, custom_state,
    employee_key, creator_user_key, manager_keys, processing_date_due, closed_at, visible_by_employee, created_at, updated_at)
  SELECT 'acme', 1000 + n, 'default', 1, 'About ' || mixed % 400, 'about ' || mixed % 400, 'API',
    (ARRAY['LOW', 'NORMAL', 'URGENT'])[1 + mixed % 3]::request_priority,
    (CASE WHEN mixed % 5 > 1 THEN 'closed' WHEN mixed % 5 = 0 THEN 'open' ELSE 'created' END)::request_status, '',
    CASE WHEN n % 50 > 0 THEN employee.key END, manager.key,
    CASE mixed % 7 WHEN 0 THEN ARRAY[manager.key] ELSE '{}' END,
    CASE WHEN mixed % 3 > 0 THEN timestamptz '2024-03-01' + (mixed % 900) * interval '1 hour' END,
    CASE WHEN mixed % 5 > 1 THEN timestamptz '2024-02-01' + (mixed % 700) * interval '1 hour' END, mixed % 2 = 0 AND n % 50 > 0,
    timestamptz '2024-01-01' + (n / 3) * interval '1 minute', timestamptz '2024-01-01' + (mixed % 3000) * interval '1 minute'
  FROM generate_series(1, ${REQUESTS}::integer) AS n, LATERAL (SELECT (n * 2654435761 % 4294967296) >> 8 AS mixed) AS mixing
  JOIN employee ON employee.rank = mixed % employee.size
  JOIN manager ON manager.rank = (mixed >> 3) % 3`.execute(db)
await vacuum(db, 'requests')

type Plain = {
  id: string
  status: string
  priority: string
  manager_keys: string[]
  due: string | null
  closed_at: string | null
  created_at: string
  updated_at: string
  subject: string
}

/** What a manager sees, one request after the other, without an order or a filter. */
async function seenBy(technical_id: string): Promise<{ seen: Plain[]; userKey: string }> {
  const perimeter = await requestPerimeter(db, client, { technical_id, admin_permissions: [] }, 'requests:read')
  const { rows } = await sql<Plain>`
    SELECT id::text, status::text, priority::text, to_json(manager_keys) AS manager_keys, sort_subject AS subject,
      to_char(processing_date_due, 'YYYYMMDDHH24MI') AS due, to_char(closed_at, 'YYYYMMDDHH24MI') AS closed_at,
      to_char(created_at, 'YYYYMMDDHH24MI') AS created_at, to_char(updated_at, 'YYYYMMDDHH24MI') AS updated_at
    FROM requests request WHERE client_id = 'acme' AND ${isInRequestPerimeter(perimeter)}`.execute(db)
  return { seen: rows, userKey: perimeter.userKey }
}

const seen = new Map(await Promise.all(managers.map(async (one) => [one, await seenBy(one)] as const)))
const now = new Date('2024-03-15T00:00:00Z')
const NOW = '202403150000'

const isOverdue = ({ status, due }: Plain) => status !== 'closed' && due !== null && due < NOW

function isAsked(
  one: Plain,
  { state, assigned, overdue, priority }: ListManagerRequestsQuery,
  userKey: string,
): boolean {
  if (state === 'open' && one.status === 'closed') return false
  if (state === 'closed' && one.status !== 'closed') return false
  if (assigned === 'me' && !one.manager_keys.map(String).includes(userKey)) return false
  if (assigned === 'nobody' && one.manager_keys.length > 0) return false
  if (overdue && !isOverdue(one)) return false
  return priority === undefined || one.priority === priority
}

const NEVER = '9'
const SORTED = {
  created_at: (one: Plain) => one.created_at,
  updated_at: (one: Plain) => one.updated_at,
  closed_at: (one: Plain) => one.closed_at ?? NEVER,
  processing_date_due: (one: Plain) => one.due ?? NEVER,
  priority: (one: Plain) => String(['LOW', 'NORMAL', 'URGENT'].indexOf(one.priority)),
  subject: (one: Plain) => one.subject,
}

function naiveIds(technical_id: string, query: ListManagerRequestsQuery): string[] {
  const { seen: all, userKey } = seen.get(technical_id) ?? assert.fail('no such manager')
  const sort = query.sort ?? '-created_at'
  const by = SORTED[sort.replace('-', '') as keyof typeof SORTED]
  const way = sort.startsWith('-') ? -1 : 1
  return all
    .filter((one) => isAsked(one, query, userKey))
    .toSorted((left, right) => {
      const [a, b] = [by(left), by(right)]
      return way * (a === b ? Number(left.id) - Number(right.id) : a < b ? -1 : 1)
    })
    .map(({ id }) => id)
}

describe('the requests of a manager among 5,000', () => {
  const sorts = Object.keys(SORTED).flatMap((one) => [one, `-${one}`]) as NonNullable<
    ListManagerRequestsQuery['sort']
  >[]
  const cases = fc.record({
    manager: fc.constantFrom(...managers),
    pages: fc.integer({ min: 1, max: 3 }),
    perPage: fc.constantFrom(1, 20, 100),
    query: fc.record(
      {
        state: fc.constantFrom('open' as const, 'closed' as const),
        assigned: fc.constantFrom('me' as const, 'nobody' as const),
        overdue: fc.constantFrom(true),
        priority: fc.constantFrom('URGENT' as const),
        sort: fc.constantFrom(...sorts),
      },
      { requiredKeys: [] },
    ),
  })

  test('are those that a plain filter and sort give, page by page and back, and as many', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ manager, pages, perPage, query }) => {
        const perimeter = await requestPerimeter(
          db,
          client,
          { technical_id: manager, admin_permissions: [] },
          'requests:read',
        )
        const asking = { perimeter, now, language: undefined, query: query as ListManagerRequestsQuery }
        const expected = naiveIds(manager, query as ListManagerRequestsQuery)
        let page = await listManagerRequests(db, client, asking, { perPage })
        let start = 0
        for (let number = 1; number < pages && page.next; number += 1) {
          page = await listManagerRequests(db, client, asking, { perPage, at: page.next })
          start += perPage
        }

        assert.equal(page.total, expected.length)
        assert.deepEqual(
          page.rows.map(({ id }) => id),
          expected.slice(start, start + perPage),
        )
        if (!page.previous) return
        const back = await listManagerRequests(db, client, asking, { perPage, at: page.previous })
        assert.deepEqual(
          back.rows.map(({ id }) => id),
          expected.slice(start - perPage, start),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('are counted as the list has them', async () => {
    for (const manager of managers) {
      const perimeter = await requestPerimeter(
        db,
        client,
        { technical_id: manager, admin_permissions: [] },
        'requests:read',
      )

      assert.deepEqual(await countManagerRequests(db, client, { perimeter, now }), {
        mine: naiveIds(manager, { state: 'open', assigned: 'me' }).length,
        unassigned: naiveIds(manager, { state: 'open', assigned: 'nobody' }).length,
        overdue: naiveIds(manager, { overdue: true }).length,
        open: naiveIds(manager, { state: 'open' }).length,
      })
    }
  })
})
