import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { foldRequestCounts } from '#modules/requests/jobs.ts'
import { ORIGINS, STATUSES } from '#modules/requests/schemas.ts'
import { createRequest } from '#modules/requests/submission/create-request.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { COUNTED, countRequests, foldCounts, noteCount } from './count-requests.ts'
import { conditionsOf, type RequestFilters } from './filters.ts'

const service = await startApp()
const { db } = service
const { call, post } = requestCalls(service)

/** A client of its own with a manager who makes requests. */
async function aClient() {
  const id = unique('client')
  const key = unique('key')
  const rest = { name: id, languages: ['en-us'], shared_token: 'token', api_keys: [{ name: 'main', key }] }
  const forms = [{ code: 'leave', title: 'Leave', fields: [] }]
  await applySetup(service, { clients: [{ id, ...rest, forms }] })
  const client: Client = { id, languages: ['en-us'] }
  const owner = { ...acme, client } as unknown as typeof acme
  const manager = await aManager(service, { owner })
  const { key: creator } = await db
    .selectFrom('users')
    .select('key')
    .where('client_id', '=', id)
    .executeTakeFirstOrThrow()
  return { key, client, owner, manager, creator: String(creator) }
}
type Owner = Awaited<ReturnType<typeof aClient>>

async function made({ key, manager }: Owner, parts: Record<string, string> = {}): Promise<string> {
  const text = { form_code: 'default', subject: 'S', body: 'B', creator_technical_id: manager }
  const answer = await post({ ...text, ...parts }, { key })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().id
}

async function moved({ key }: Owner, id: string, status: string): Promise<void> {
  const answer = await call('PATCH', `/requests/${id}/`, { key, body: { status } })
  assert.equal(answer.statusCode, 200, answer.body)
}

async function deleted({ key }: Owner, id: string): Promise<void> {
  assert.equal((await call('DELETE', `/requests/${id}/`, { key })).statusCode, 204)
}

type Stored = { created_at: string; closed_at?: string; creator_user_key?: string }

/** Stores requests that were made at chosen moments, and notes them. */
async function store({ client, creator }: Owner, rows: Stored[]): Promise<void> {
  const whole = rows.map((row) => ({
    client_id: client.id,
    form_code: 'default',
    form_version: 1,
    subject: 'S',
    sort_subject: 's',
    origin: 'API',
    priority: 'NORMAL',
    custom_state: '',
    manager_keys: [],
    visible_by_employee: false,
    creator_user_key: creator,
    status: row.closed_at ? 'closed' : 'open',
    updated_at: row.created_at,
    ...row,
  }))
  const columns = sql.raw(COUNTED.join(', '))
  const numbers = await sql<{ id: string }>`
    SELECT nextval('request_ids') AS id FROM generate_series(1, ${rows.length}::integer)`.execute(db)
  const numbered = JSON.stringify(whole.map((row, index) => ({ ...row, id: numbers.rows[index]?.id })))
  await sql`WITH made AS (
      INSERT INTO requests SELECT * FROM json_populate_recordset(NULL::requests, ${numbered}) RETURNING *
    ) INSERT INTO request_changes_to_count (client_id, change, ${columns})
    SELECT client_id, 1, ${columns} FROM made`.execute(db)
}

const fold = () => runJob(service, foldRequestCounts, {})
const day = (text: string) => new Date(`${text}T00:00:00Z`)
const count = ({ client }: Owner, filters: RequestFilters = {}) => countRequests(db, client, filters)

/** Every filter that is counted by tallies. */
function filtersOf({ creator }: Owner): RequestFilters[] {
  const today = new Date(Math.floor(service.clock.now().getTime() / 86_400_000) * 86_400_000)
  return [
    {},
    { form_code: 'default' },
    { form_code: 'leave' },
    { creator: { user_key: creator, employee_key: null } },
    { status: 'open', origin: 'EMAIL' } as const,
    { origin: 'API', form_code: 'leave' } as const,
    { status: 'closed', origin: 'API', form_code: 'default' },
    ...STATUSES.map((status) => ({ status })),
    ...ORIGINS.map((origin) => ({ origin })),
    { created_at: { since: today } },
    { created_at: { before: today } },
    { closed_at: { since: today } },
    { closed_at: { since: day('2020-01-01') } },
    { created_at: { since: day('2020-01-01'), before: new Date(today) } },
  ]
}

/** What is counted and what is there, both as one snapshot of the database has them. */
async function bothCounts(owner: Owner): Promise<{ counted: number[]; there: number[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counted: number[] = []
      const there: number[] = []
      for (const filters of filtersOf(owner)) {
        counted.push(await countRequests(tx, owner.client, filters))
        there.push(await countOneByOne(tx, owner.client, filters))
      }
      return { counted, there }
    })
}

async function countOneByOne(tx: Tx | Db, client: Client, filters: RequestFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM requests request WHERE ${conditionsOf(client, filters)}`.execute(tx)
  return rows[0]?.total ?? assert.fail()
}

async function assertExact(owner: Owner): Promise<void> {
  const { counted, there } = await bothCounts(owner)
  assert.deepEqual(counted, there)
}

const tallies = async () => (await sql`SELECT * FROM request_tallies ORDER BY 1, 2, 3`.execute(db)).rows
const notes = async ({ client }: Owner) =>
  (await sql`SELECT FROM request_changes_to_count WHERE client_id = ${client.id}`.execute(db)).rows.length

describe('the counts of requests', () => {
  test('are exact at every moment while requests are made, moved, deleted and folded, for several clients', async () => {
    const owners = [await aClient(), await aClient(), await aClient()]
    let isOver = false
    const work = owners.flatMap((owner) =>
      [1, 2, 3].map(async (worker) => {
        for (let turn = 0; turn < 8; turn += 1) {
          const origin = ORIGINS[(turn + worker) % 4] ?? 'API'
          const id = await made(owner, { origin, form_code: turn % 3 === 0 ? 'leave' : 'default' })
          if (turn % 2 === 0) await moved(owner, id, 'closed')
          if (turn % 4 === 0) await moved(owner, id, 'open')
          if (turn % 3 === 1) await deleted(owner, id)
        }
      }),
    )
    const until = async (step: () => Promise<unknown>) => {
      let times = 0
      for (; !isOver; times += 1) await step()
      return times
    }
    const folds = [until(fold), until(fold)]
    const looks = until(async () => {
      for (const owner of owners) await assertExact(owner)
    })

    try {
      await Promise.all(work)
    } finally {
      isOver = true
    }
    const times = await Promise.all([...folds, looks])

    assert.ok(times.every((one) => one > 0))
    for (const owner of owners) {
      assert.equal(await count(owner), 3 * (8 - 3))
      await assertExact(owner)
    }
    await fold()
    for (const owner of owners) await assertExact(owner)
  })

  test('stay exact when many move, or delete, one and the same request at once', async () => {
    const owner = await aClient()
    const id = await made(owner)

    const move = (status: string) => call('PATCH', `/requests/${id}/`, { key: owner.key, body: { status } })
    await Promise.all(['closed', 'open', 'closed', 'pending', 'closed', 'open'].map(move))
    await assertExact(owner)
    const remove = () => call('DELETE', `/requests/${id}/`, { key: owner.key })
    const answers = await Promise.all([remove(), remove(), remove(), move('open')])

    const deletions = answers.slice(0, 3).map((one) => one.statusCode)
    assert.deepEqual(deletions.toSorted(), [204, 404, 404])
    for (let folds = 0; folds < 2; folds += 1) {
      await assertExact(owner)
      assert.equal(await count(owner), 0)
      await fold()
    }
  })

  test('forget what rolls back, and note nothing for what changes nothing that is counted', async () => {
    const owner = await aClient()
    const id = await made(owner)
    await fold()

    await assert.rejects(
      service.doWork(owner.owner, async (work) => {
        const fields = { form_code: ['default'], subject: ['S'], body: ['B'], creator_technical_id: [owner.manager] }
        await createRequest(work, service, { fields, files: {} })
        throw new Error('rolled back')
      }),
      { message: 'rolled back' },
    )
    for (const body of [{ status: 'created' }, { priority: 'LOW' }, { custom_state: 'x' }, { managers_assigned: [] }]) {
      assert.equal((await call('PATCH', `/requests/${id}/`, { key: owner.key, body })).statusCode, 200)
    }
    await call('PATCH', `/requests/${id}/`, { key: owner.key, body: { status: 'nonsense' } })
    await call('POST', `/requests/${id}/comments/`, { key: owner.key, body: { body: 'x' } })

    assert.equal(await notes(owner), 0)
    assert.equal(await count(owner), 1)
  })

  test('are of one client alone', async () => {
    const owner = await aClient()
    const other = await aClient()
    await store(owner, [{ created_at: '2024-01-01T10:00:00Z', closed_at: '2024-01-02T10:00:00Z' }])
    await store(other, [{ created_at: '2024-01-01T10:00:00Z', creator_user_key: owner.creator }])

    for (let folds = 0; folds < 2; folds += 1) {
      const creator = { user_key: owner.creator, employee_key: null }
      const filters: RequestFilters[] = [
        {},
        { creator },
        { origin: 'API' },
        { created_at: { since: day('2024-01-01') } },
      ]
      for (const one of filters) assert.deepEqual([await count(owner, one), await count(other, one)], [1, 1])
      const closed = { closed_at: { since: day('2024-01-01') } }
      assert.deepEqual([await count(owner, closed), await count(other, closed)], [1, 0])
      await fold()
    }
  })

  test('of a creator join the manager and the employee who are called alike', async () => {
    const owner = await aClient()
    const technical_id = await anEmployee(service, { owner: owner.owner, technical_id: owner.manager })
    const employee = db.selectFrom('employees').select('key').where('technical_id', '=', technical_id)
    const key = String((await employee.executeTakeFirstOrThrow()).key)
    await made(owner)
    await service.doWork(owner.owner, async ({ tx, now }) => {
      const rest = { form_code: 'default', status: 'open', origin: 'API', created_at: now, closed_at: null } as const
      await noteCount(tx, owner.client, 1, { ...rest, creator_user_key: null, creator_employee_key: key })
    })

    for (let folds = 0; folds < 2; folds += 1) {
      const counts = [owner.creator, null].map((user_key) => count(owner, { creator: { user_key, employee_key: key } }))
      assert.deepEqual(await Promise.all(counts), [2, 1])
      await fold()
    }
  })
})

async function untilFoldWaits(): Promise<void> {
  await eventually(async () => {
    const waiting = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO request_tallies%'`.execute(db)
    return waiting.rows.length > 0
  })
}

describe('a fold', () => {
  test('adds what was noted once: a second one changes nothing', async () => {
    const owner = await aClient()
    const id = await made(owner)
    await moved(owner, id, 'closed')
    await moved(owner, await made(owner), 'open')
    assert.ok((await notes(owner)) > 0)

    await fold()
    const once = await tallies()
    await fold()

    assert.deepEqual(await tallies(), once)
    assert.equal(await notes(owner), 0)
    await assertExact(owner)
  })

  test('waits for another that is under way, and adds only what that one left', async () => {
    const owner = await aClient()
    await made(owner)
    const folded = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (tx) => {
      await foldCounts(tx)
      folded.resolve()
      await over.promise
    })
    await folded.promise
    await made(owner)

    const quick = fold()
    await untilFoldWaits()
    await assertExact(owner)
    over.resolve()
    await Promise.all([slow, quick])

    assert.equal(await count(owner), 2)
    assert.equal(await notes(owner), 0)
    await assertExact(owner)
  })

  test('that is rolled back leaves everything noted', async () => {
    const owner = await aClient()
    await made(owner)
    const before = await tallies()

    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await foldCounts(tx)
        throw new Error('rolled back')
      }),
    )

    assert.deepEqual(await tallies(), before)
    assert.equal(await notes(owner), 1)
    assert.equal(await count(owner), 1)
  })

  test('takes the tallies in one order: while it waits for the first, it holds no other', async () => {
    const owner = await aClient()
    const change = async () => moved(owner, await made(owner, { origin: 'PHONE' }), 'closed')
    await change()
    await fold()
    await change()

    const { folding, others } = await db.transaction().execute(async (tx) => {
      const first = sql`SELECT dimension, value FROM request_tallies WHERE client_id = ${owner.client.id}
        ORDER BY dimension, value LIMIT 1`
      await sql`SELECT FROM request_tallies WHERE client_id = ${owner.client.id} AND (dimension, value) = (${first})
        FOR UPDATE`.execute(tx)
      // Of another connection, which is why it is not waited for here.
      const folding = fold()
      await untilFoldWaits()
      const others = await sql`SELECT FROM request_tallies WHERE client_id = ${owner.client.id}
        AND (dimension, value) <> (${first}) FOR UPDATE NOWAIT`.execute(tx)
      return { folding, others: others.rows.length }
    })
    await folding

    assert.ok(others > 5)
    assert.equal(await count(owner, { origin: 'PHONE', status: 'closed' }), 2)
    await assertExact(owner)
  })

  test('never waits for another in a circle, though many run at once on the same tallies', async () => {
    const owners = [await aClient(), await aClient(), await aClient()]
    const moments = ['2024-01-03', '2024-01-01', '2024-01-02'].map((one) => ({ created_at: `${one}T10:00:00Z` }))

    for (let rounds = 0; rounds < 5; rounds += 1) {
      const writes = [owners, owners.toReversed()].flatMap((some, index) =>
        some.map((owner) => store(owner, index === 0 ? moments : moments.toReversed())),
      )
      await Promise.all([...writes, ...Array.from({ length: 6 }, fold)])
    }
    await Promise.all(Array.from({ length: 6 }, fold))

    for (const owner of owners) {
      assert.equal(await count(owner), 30)
      assert.equal(await count(owner, { created_at: { since: day('2024-01-02'), before: day('2024-01-03') } }), 10)
      await assertExact(owner)
    }
  })
})

describe('the counts by days', () => {
  const at = {
    a: '2024-02-28T23:59:59.999999Z',
    b: '2024-02-29T00:00:00Z',
    c: '2024-02-29T23:59:59.999Z',
    d: '2024-03-01T00:00:00.000001Z',
    e: '2024-03-03T12:00:00Z',
  }
  const bounds = [
    '2024-02-28T23:59:59',
    '2024-02-29T00:00:00',
    '2024-02-29T00:00:01',
    '2024-03-01T00:00:00',
    '2024-03-01T00:00:01',
    '2024-03-04T00:00:00',
    '8999-12-31T23:59:59',
  ].map((text) => new Date(`${text}Z`))
  const spans = [undefined, ...bounds].flatMap((since) => [undefined, ...bounds].map((before) => ({ since, before })))

  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    test(`are exact on both sides of each midnight in UTC, when the database folds in ${zone}`, async () => {
      const owner = await aClient()
      const moments = Object.values(at)
      const known = new Map<string, number>()
      await store(
        owner,
        moments.map((created_at) => ({ created_at, closed_at: created_at })),
      )
      await store(owner, [{ created_at: '2024-02-29T10:00:00Z' }])

      for (let folds = 0; folds < 2; folds += 1) {
        await db.transaction().execute(async (tx) => {
          await sql`SELECT set_config('TimeZone', ${zone}, true)`.execute(tx)
          if (folds === 1) await foldCounts(tx)
          for (const column of ['created_at', 'closed_at'] as const) {
            for (const span of spans.filter(({ since, before }) => since || before)) {
              const what = `${column} ${JSON.stringify(span)}`
              const there = known.get(what) ?? (await countOneByOne(tx, owner.client, { [column]: span }))
              known.set(what, there)
              assert.equal(await countRequests(tx, owner.client, { [column]: span }), there, what)
            }
          }
        })
      }
    })
  }

  test('are of the days in UTC that requests were made and closed on', async () => {
    const owner = await aClient()
    await store(owner, [
      { created_at: at.a, closed_at: at.b },
      { created_at: at.b, closed_at: at.d },
      { created_at: at.c },
    ])
    await fold()

    const { rows } = await sql<{ dimension: string; value: string; count: string }>`
      SELECT dimension, value, count FROM request_tallies
      WHERE client_id = ${owner.client.id} AND dimension LIKE '%_at' ORDER BY 1, 2`.execute(db)

    assert.deepEqual(
      rows.map((row) => [row.dimension, row.value, Number(row.count)]),
      [
        ['closed_at', '2024-02-29', 1],
        ['closed_at', '2024-03-01', 1],
        ['created_at', '2024-02-28', 1],
        ['created_at', '2024-02-29', 2],
      ],
    )
  })

  test('follow a request that is closed, opened and closed again on other days', async () => {
    const owner = await aClient()
    const id = await made(owner)
    const closedOn = async () => {
      const closed_at = (await call('GET', `/requests/${id}/`, { key: owner.key })).json().closed_at
      return day(String(closed_at).slice(0, 10))
    }
    const within = (start: Date) => ({ closed_at: { since: start, before: new Date(start.getTime() + 86_400_000) } })

    await moved(owner, id, 'closed')
    await fold()
    const first = await closedOn()
    assert.equal(await count(owner, within(first)), 1)
    await moved(owner, id, 'open')
    assert.equal(await count(owner, within(first)), 0)
    service.clock.advance(2 * 86_400)
    await moved(owner, id, 'closed')
    const second = await closedOn()
    assert.deepEqual([await count(owner, within(first)), await count(owner, within(second))], [0, 1])
    await fold()
    assert.deepEqual([await count(owner, within(first)), await count(owner, within(second))], [0, 1])
    await deleted(owner, id)
    await fold()

    assert.deepEqual([await count(owner, within(second)), await count(owner)], [0, 0])
    await assertExact(owner)
  })
})

// The end of the year 9999 is what callers write for "no end".
describe('GET /api/requests/ with a bound in the last day of the year 9999, after a fold', () => {
  const cases = [
    ['created_at_until=9999-12-31T23:59:59Z', 1],
    ['created_at_until=9999-12-31T23:59:59Z&created_at_since=2000-01-01T00:00:00Z', 1],
    ['created_at_since=9999-12-31T12:00:00Z', 0],
  ] as const
  for (const [query, total] of cases) {
    test(`200 counts ${total} for ${query}, as it lists`, async () => {
      const { key, manager } = await aClient()
      const subject = { form_code: 'default', creator_technical_id: manager, subject: 'S', body: 'B' }
      assert.equal((await post(subject, { key })).statusCode, 200)
      await foldCounts(db)

      const answer = await call('GET', `/requests/?${query}`, { key })

      assert.equal(answer.json().length, total)
      assert.equal(answer.headers['x-total-count'], String(total))
    })
  }
})
