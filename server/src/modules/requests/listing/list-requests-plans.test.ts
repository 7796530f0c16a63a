import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { type ListRequestsQuery, NAMED_SORTS, OWN_SORTS } from '#modules/requests/schemas.ts'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { COUNTED, countRequests, foldCounts } from './count-requests.ts'
import type { RequestFilters } from './filters.ts'
import { listRequests } from './list-requests.ts'

const service = await startApp()

const REQUESTS = 60_000
const EMPLOYEES = 60
const MANAGERS = 4
const { client } = acme

const managers: string[] = []
for (let number = 0; number < MANAGERS; number += 1) managers.push(await aManager(service))
const employees: string[] = []
for (let number = 0; number < EMPLOYEES; number += 1) employees.push(await anEmployee(service))

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Heap Fetches'?: number
  Plans?: Node[]
}

/** One connection whose every statement is told with the plan that it was run by. */
const plans: Node[] = []
const { db: own, pool, close } = openDatabase(service.connection, { poolSize: 1 })
service.beforeClose(close)
const connection = await pool.connect()
connection.on('notice', ({ message = '' }) => {
  const start = message.indexOf('{')
  if (message.startsWith('duration:') && start > 0) plans.push(JSON.parse(message.slice(start)).Plan)
})
connection.release()

/** Most are old and closed; one in 600 is of a rare form, and one in 20 was made by an employee. */
async function fill(db: Db): Promise<void> {
  const columns = sql.raw(COUNTED.join(', '))
  await sql`
    WITH person AS (SELECT key, row_number() OVER (ORDER BY key) - 1 AS rank FROM employees WHERE client_id = 'acme'),
    manager AS (SELECT key, row_number() OVER (ORDER BY key) - 1 AS rank FROM users WHERE client_id = 'acme'),
    made AS (
      INSERT INTO requests (client_id, id, form_code, form_version, subject, sort_subject, origin, priority, status,
        custom_state, employee_key, creator_user_key, creator_employee_key, manager_keys, processing_date_due, closed_at,
        visible_by_employee, created_at, updated_at)
      SELECT 'acme', number, CASE WHEN number % 600 = 5 THEN 'rare' ELSE 'default' END, 1, 'About ' || md5(number::text),
        'about ' || md5(number::text),
        (CASE WHEN number % 50 = 1 THEN 'PHONE' WHEN number % 3 = 0 THEN 'EMAIL' ELSE 'API' END)::request_origin,
        (CASE WHEN number % 40 = 3 THEN 'URGENT' WHEN number % 7 = 0 THEN 'LOW' ELSE 'NORMAL' END)::request_priority,
        (CASE WHEN state.is_closed THEN 'closed' WHEN number % 10 = 8 THEN 'open' WHEN number % 100 = 99 THEN 'pending'
          ELSE 'created' END)::request_status,
        '', person.key, CASE WHEN number % 20 <> 7 THEN manager.key END, CASE WHEN number % 20 = 7 THEN person.key END,
        '{}', CASE WHEN number % 2 = 0 THEN state.at + interval '9 days' END,
        CASE WHEN state.is_closed THEN state.at + number * 7919 % 5000 * interval '1 minute' END,
        number / 600 % 2 = 0, state.at, state.at + number * 7907 % 9000 * interval '1 minute'
      FROM generate_series(1, ${REQUESTS}::integer) AS number
      JOIN LATERAL (SELECT number % 10 < 7 AS is_closed, timestamptz '2024-01-01' + number * interval '1 minute' AS at) state
        ON true
      JOIN person ON person.rank = number / 10 % ${EMPLOYEES}::integer
      JOIN manager ON manager.rank = number / 3 % ${MANAGERS}::integer
      RETURNING *
    ) INSERT INTO request_changes_to_count (client_id, change, ${columns})
      SELECT client_id, 1, ${columns} FROM made`.execute(db)
  await sql`INSERT INTO form_versions SELECT 'acme', 'rare', 1, '{"title": "Rare", "fields": []}', now()`.execute(db)
  await sql`INSERT INTO forms (client_id, code, version, search_text, created_at, updated_at)
    VALUES ('acme', 'rare', 1, '', now(), now())`.execute(db)
  await foldCounts(db)
  await vacuum(db, 'requests', 'request_tallies', 'request_changes_to_count', 'employees', 'users')
}
await fill(own)
for (const setting of [
  `LOAD 'auto_explain'`,
  `SET auto_explain.log_level = 'notice'`,
  `SET client_min_messages = 'notice'`,
]) {
  await sql.raw(setting).execute(own)
}
for (const [name, value] of Object.entries({
  log_format: 'json',
  log_analyze: 'on',
  log_timing: 'off',
  log_min_duration: '0',
})) {
  await sql.raw(`SET auto_explain.${name} = '${value}'`).execute(own)
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/** What the statements of a step did to the table of requests, by the plans that they were run by. */
async function costOf<T>(step: () => Promise<T>) {
  plans.length = 0
  const result = await step()
  const nodes = plans.flatMap(nodesOf)
  const scans = nodes.filter((one) => one['Relation Name'] === 'requests')
  const sum = (some: Node[], weigh: (node: Node) => number) => some.reduce((total, one) => total + weigh(one), 0)
  const passed = (one: Node) =>
    (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0) + (one['Rows Removed by Index Recheck'] ?? 0)) *
    one['Actual Loops']
  const isLight = (one: Node) => one['Node Type'] === 'Index Only Scan'
  return {
    result,
    statements: plans.length,
    wholly: scans.filter((one) => one['Node Type'] === 'Seq Scan').length,
    /** How often the part of a plan was run that was run most often. */
    most: Math.max(...nodes.map((one) => one['Actual Loops'])),
    /** Rows that were read, those that were not wanted too. */
    read: sum(scans, (one) => (isLight(one) ? (one['Heap Fetches'] ?? 0) : passed(one))),
    /** Entries of an index that were enough by themselves. */
    walked: sum(scans.filter(isLight), passed),
    sorted: sum(
      nodes.filter((one) => /Sort/.test(one['Node Type'])),
      (one) => sum(one.Plans ?? [], passed),
    ),
    indexes: [...new Set(nodes.flatMap((one) => one['Index Name'] ?? []))].filter((one) => one.startsWith('requests_')),
  }
}

const pageOf = (query: ListRequestsQuery) =>
  costOf(async () => {
    const { rows, total } = await listRequests(own, client, query)
    return { size: rows.length, total }
  })

/** What a page of 20 reads: the page itself and what stands between its requests. */
const MAX_READ = 120
/** What an index may be walked along, of what is not skipped. */
const MAX_WALKED = 1100

describe('GET /api/requests/ of 60,000, in the default order, reads little more than the page', () => {
  const [employee = '', manager = ''] = [employees[8], managers[1]]
  const theirs = `(SELECT key FROM employees WHERE technical_id = '${employee}')`
  const cases: [what: string, query: ListRequestsQuery, are: string, index?: string][] = [
    ['no filter', {}, 'true', 'requests_by_created_at'],
    ['a form that most have', { form_code: 'default' }, `form_code = 'default'`],
    ['a form that few have', { form_code: 'rare' }, `form_code = 'rare'`, 'requests_by_form'],
    ['a form that none has', { form_code: 'nosuch' }, 'false'],
    ['an employee', { employee_technical_id: employee }, `employee_key = ${theirs}`, 'requests_by_employee'],
    [
      'a manager who made many',
      { creator_technical_id: manager },
      `creator_user_key = (SELECT key FROM users WHERE technical_id = '${manager}')`,
      'requests_by_creator',
    ],
    [
      'an employee who made some',
      { creator_technical_id: employee },
      `creator_employee_key = ${theirs}`,
      'requests_by_creating_employee',
    ],
    ['somebody who is not there', { creator_technical_id: 'nobody' }, 'false'],
    ['a status that many have', { status: 'closed' }, `status = 'closed'`],
    ['a status that few have', { status: 'pending' }, `status = 'pending'`, 'requests_by_status'],
    ['an origin that many have', { origin: 'EMAIL' }, `origin = 'EMAIL'`],
    ['an origin that few have', { origin: 'PHONE' }, `origin = 'PHONE'`],
    ['an origin that none has', { origin: 'PORTAL' }, 'false'],
    [
      'an employee who sees them',
      { visible_by_technical_id: employee },
      `visible_by_employee AND employee_key = ${theirs}`,
      'requests_by_employee',
    ],
    [
      'an hour',
      { created_at_since: '2024-01-05T10:00:00Z', created_at_until: '2024-01-05T10:59:59Z' },
      `created_at >= '2024-01-05T10:00Z' AND created_at < '2024-01-05T11:00Z'`,
      'requests_by_created_at',
    ],
    ['a day and later', { created_at_since: '2024-01-15T00:00:00Z' }, `created_at >= '2024-01-15T00:00Z'`],
    ['up to a day', { created_at_until: '2024-01-14T23:59:59Z' }, `created_at < '2024-01-15T00:00Z'`],
    ['closing from a day on', { closed_at_since: '2024-01-15T00:00:00Z' }, `closed_at >= '2024-01-15T00:00Z'`],
  ]
  for (const [what, query, are, index] of cases) {
    test(`200 for ${what}`, async () => {
      const total = await countThose(are)

      const { result, wholly, read, walked, sorted, indexes } = await pageOf(query)

      assert.deepEqual([result.total, result.size, wholly], [total, Math.min(total, 20), 0])
      // Which of an employee's requests are visible is not in the index: they are gone through to count them.
      const most = query.visible_by_technical_id ? MAX_WALKED : MAX_READ
      assert.ok(read <= most && walked <= MAX_WALKED, `${read} were read, ${walked} were walked along`)
      assert.ok(sorted <= MAX_READ, `${sorted} were sorted`)
      if (index) assert.ok(indexes.includes(index), indexes.join())
    })
  }
})

test('GET /api/requests/ 200 for what was closed in an old span begins where the span ends, and not with the newest', async () => {
  const span = { closed_at_since: '2024-01-08T10:00:00Z', closed_at_until: '2024-01-10T10:00:00Z' }

  const { result, wholly, read } = await pageOf(span)

  assert.deepEqual([result.size, wholly], [20, 0])
  // A day is 1,440 requests; more than 40,000 were made since.
  assert.ok(read <= 6000, `${read} were read`)
})

describe('Spec 410: GET /api/requests/ of 60,000 in another order', () => {
  for (const name of NAMED_SORTS) {
    test(`200 by ${name} reads each request once, and looks no name up for each of them`, async () => {
      for (const order_by of [name, `-${name}`] as const) {
        const cost = await pageOf({ order_by, per_page: 100, page: 3 })

        assert.equal(cost.result.size, 100)
        assert.ok(cost.read <= REQUESTS + 200, `${cost.read} were read`)
        assert.ok(cost.most <= 500, `${cost.most} loops`)
      }
    })
  }

  for (const name of OWN_SORTS) {
    test(`200 by ${name} reads the page only, by an index and both ways`, async () => {
      for (const order_by of [name, `-${name}`] as const) {
        const cost = await pageOf({ order_by, per_page: 100 })

        assert.deepEqual([cost.result.size, cost.wholly], [100, 0])
        assert.ok(cost.read <= 200 && cost.walked <= 200, `${cost.read} were read, ${cost.walked} were walked along`)
        assert.ok(cost.sorted <= 400, `${cost.sorted} were sorted`)
      }
    })

    test(`200 by ${name} skips what lies before a deep page in the index`, async () => {
      for (const order_by of [name, `-${name}`] as const) {
        const cost = await pageOf({ order_by, page: 2500 })

        assert.deepEqual([cost.result.size, cost.wholly], [20, 0])
        assert.ok(cost.read <= 40, `${cost.read} were read`)
        assert.ok(cost.walked <= 50_040, `${cost.walked} were walked along`)
        assert.ok(cost.sorted <= 100, `${cost.sorted} were sorted`)
      }
    })
  }

  test('200 of an employee reads a small part of all, and sorts only the requests of that employee', async () => {
    for (const name of [...OWN_SORTS, ...NAMED_SORTS]) {
      const cost = await pageOf({ employee_technical_id: employees[3] ?? '', order_by: name })

      assert.deepEqual([cost.result.size, cost.wholly], [20, 0])
      assert.ok(cost.read <= 4500 && cost.sorted <= 1200, `by ${name} ${cost.read} were read, ${cost.sorted} sorted`)
    }
  })
})

describe('the total of a list of 60,000', () => {
  const since = new Date('2024-01-03T10:00:00Z')
  const before = new Date('2024-02-04T10:00:00Z')
  const between = `BETWEEN '${since.toISOString()}' AND '${before.toISOString()}'::timestamptz - interval '1 second'`
  const creator = { user_key: '1', employee_key: '1' }
  const cases: [what: string, filters: RequestFilters, are: string, walked: number][] = [
    ['all', {}, 'true', 0],
    ['a form', { form_code: 'default' }, `form_code = 'default'`, 0],
    ['a status', { status: 'closed' }, `status = 'closed'`, 0],
    ['an origin', { origin: 'EMAIL' }, `origin = 'EMAIL'`, 0],
    ['a status of an origin', { status: 'closed', origin: 'EMAIL' }, `status = 'closed' AND origin = 'EMAIL'`, 0],
    ['a creator', { creator }, 'creator_user_key = 1 OR creator_employee_key = 1', 0],
    ['whole days', { created_at: { since: new Date('2024-01-03') } }, `created_at >= '2024-01-03T00:00Z'`, 0],
    ['a span', { created_at: { since, before } }, `created_at ${between}`, 1440],
    ['a span of closing', { closed_at: { since, before } }, `closed_at ${between}`, 1440],
  ]
  for (const [what, filters, are, most] of cases) {
    test(`of ${what} is known without a look at them, however often it is asked for`, async () => {
      const total = await countThose(are)
      assert.ok(total > 1000)

      // From the sixth time on PostgreSQL may have a plan that does not look at the values.
      for (let times = 1; times <= 8; times += 1) {
        const cost = await costOf(() => countRequests(own, client, filters))

        assert.deepEqual([cost.result, cost.statements, cost.wholly], [total, 1, 0])
        assert.ok(cost.read + cost.walked <= most, `${cost.read} were read, ${cost.walked} walked along`)
      }
    })
  }

  test('of an employee is a walk along the requests of that employee', async () => {
    const cost = await pageOf({ employee_technical_id: employees[5] ?? '', per_page: 1 })

    assert.equal(cost.result.total, 1000)
    assert.ok(cost.read <= 10 && cost.walked <= 1010, `${cost.read} were read, ${cost.walked} were walked along`)
  })
})

/** How many requests a condition is true of, without the help of what is tested. */
async function countThose(condition: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM requests WHERE ${sql.raw(condition)}`.execute(service.db)
  return rows[0]?.total ?? assert.fail()
}
