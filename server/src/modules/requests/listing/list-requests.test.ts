import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { type Query, type RequestClient, type Row, requestLists } from '#test/harness/features/request-lists.ts'
import { KEY, RIVAL_KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { db, v2 } = service
const { call, made } = requestCalls(service)
const { aClient, store, aClientWith, list } = requestLists(service)

async function keyOf(table: 'users' | 'employees', { id }: RequestClient, technicalId: string): Promise<string> {
  const people = db.selectFrom(table).select('key').where('client_id', '=', id).where('technical_id', '=', technicalId)
  return String((await people.executeTakeFirstOrThrow()).key)
}

/** The subjects of a list, after a look at its total. */
async function subjectsOf(client: { key: string }, query: Query = {}): Promise<string[]> {
  const answer = await list(client, query)
  assert.equal(answer.statusCode, 200, answer.body)
  const subjects = answer.json().map((one: Row) => one.subject)
  const isPaged = 'page' in query || 'per_page' in query
  if (!isPaged) assert.equal(answer.headers['x-total-count'], String(subjects.length))
  return subjects
}

const office = await aClient()
const { owner } = office
const people = {
  max: await aManager(service, { owner, technical_id: 'Max' }),
  ann: await aManager(service, { owner, technical_id: 'Ann' }),
  eve: await anEmployee(service, { owner, technical_id: 'Eve' }),
  bob: await anEmployee(service, { owner, technical_id: 'Bob' }),
  // Known as a manager and as an employee by one id.
  kim: await aManager(service, { owner, technical_id: await anEmployee(service, { owner, technical_id: 'Kim' }) }),
}
const [max, ann, kimUser] = await Promise.all(
  [people.max, people.ann, people.kim].map((one) => keyOf('users', office, one)),
)
const [eve, bob, kim] = await Promise.all(
  [people.eve, people.bob, people.kim].map((one) => keyOf('employees', office, one)),
)
const uuidOf = async (key = '') =>
  (await db.selectFrom('employees').select('core_uuid').where('key', '=', key).executeTakeFirstOrThrow()).core_uuid
const eveUuid = await uuidOf(eve)
const bobUuid = await uuidOf(bob)
const byEmployee = (key = '') => ({ creator_user_key: null, creator_employee_key: key })

// Each a second after the one before, so that lists show them from h to a.
await store(
  office,
  (
    [
      ['a', { employee_key: eve, creator_user_key: max, visible_by_employee: true }],
      ['b', { employee_key: eve, creator_user_key: max, origin: 'PHONE', status: 'open' }],
      ['c', { employee_key: bob, creator_user_key: ann, origin: 'EMAIL', status: 'open', visible_by_employee: true }],
      ['d', { creator_user_key: ann, status: 'pending', form_code: 'leave' }],
      ['e', { employee_key: eve, ...byEmployee(eve), origin: 'PORTAL', form_code: 'leave', visible_by_employee: true }],
      ['f', { employee_key: bob, creator_user_key: max, closed_at: '2024-05-01T00:00:00Z', form_code: 'leave' }],
      ['g', { employee_key: kim, ...byEmployee(kim), closed_at: '2024-05-02T12:00:00.500Z', origin: 'PORTAL' }],
      ['h', { employee_key: kim, creator_user_key: kimUser, closed_at: '2024-05-03T23:59:59.999Z' }],
    ] as const
  ).map(([subject, rest], second) => ({ subject, created_at: `2024-03-01T10:00:0${second}.250Z`, ...rest })),
)

describe('GET /api/requests/', () => {
  test('200 answers the newest first, each as it is read alone, and how many there are', async () => {
    const answer = await list(office)

    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['x-total-count'], '8')
    assert.equal(answer.headers.link, undefined)
    const items = answer.json()
    assert.equal(items.map((one: Row) => one.subject).join(''), 'hgfedcba')
    for (const item of items) {
      assert.deepEqual((await call('GET', `/requests/${item.id}/`, { key: office.key })).json(), item)
    }
  })

  test('200 answers a request that was just made, moved or deleted as what it is', async () => {
    const creator_technical_id = await aManager(service)
    const { id, subject } = await made({ creator_technical_id })
    const listed = (status: string) => subjectsOf({ key: KEY }, { creator_technical_id, status })

    assert.deepEqual([await listed('created'), await listed('closed')], [[subject], []])
    await call('PATCH', `/requests/${id}/`, { body: { status: 'closed' } })
    assert.deepEqual([await listed('created'), await listed('closed')], [[], [subject]])
    await call('DELETE', `/requests/${id}/`)
    assert.deepEqual([await listed('created'), await listed('closed')], [[], []])
  })

  const cases: [query: Record<string, string>, subjects: string][] = [
    [{ form_code: 'default' }, 'hgcba'],
    [{ form_code: 'leave' }, 'fed'],
    [{ form_code: 'Leave' }, ''],
    [{ form_code: 'nosuch' }, ''],
    [{ employee_technical_id: people.eve }, 'eba'],
    [{ employee_technical_id: people.kim }, 'hg'],
    [{ employee_technical_id: people.max }, ''],
    [{ creator_technical_id: people.max }, 'fba'],
    [{ creator_technical_id: people.eve }, 'e'],
    [{ creator_technical_id: people.bob }, ''],
    [{ creator_technical_id: people.kim }, 'hg'],
    [{ status: 'created' }, 'ea'],
    [{ status: 'open' }, 'cb'],
    [{ status: 'opened' }, 'cb'],
    [{ status: 'pending' }, 'd'],
    [{ status: 'closed' }, 'hgf'],
    [{ origin: 'API' }, 'hfda'],
    [{ origin: 'EMAIL' }, 'c'],
    [{ origin: 'PHONE' }, 'b'],
    [{ origin: 'PORTAL' }, 'ge'],
    [{ visible_by_technical_id: people.eve }, 'ea'],
    [{ visible_by_technical_id: people.kim }, ''],
    [{ visible_by_core_uuid: eveUuid }, 'ea'],
    [{ visible_by_core_uuid: eveUuid.toUpperCase() }, 'ea'],
    [{ visible_by_core_uuid: bobUuid }, 'c'],
    [{ visible_by_technical_id: people.eve, visible_by_core_uuid: eveUuid }, 'ea'],
    [{ visible_by_technical_id: people.eve, visible_by_core_uuid: bobUuid }, ''],
    [{ visible_by_technical_id: people.eve, employee_technical_id: people.eve }, 'ea'],
    [{ visible_by_technical_id: people.eve, employee_technical_id: people.bob }, ''],
    [{ visible_by_core_uuid: eveUuid, employee_technical_id: people.bob }, ''],
    [{ employee_technical_id: people.eve, creator_technical_id: people.max }, 'ba'],
    [{ employee_technical_id: people.eve, creator_technical_id: people.kim }, ''],
    [{ creator_technical_id: people.kim, status: 'closed', origin: 'PORTAL' }, 'g'],
    [{ form_code: 'leave', status: 'created' }, 'e'],
    [{ form_code: 'leave', status: 'opened' }, ''],
    [{ origin: 'API', status: 'closed' }, 'hf'],
    [{ origin: 'API', status: 'closed', form_code: 'leave', employee_technical_id: people.bob }, 'f'],
    [{ visible_by_technical_id: people.bob, status: 'opened', origin: 'EMAIL', form_code: 'default' }, 'c'],
    [{ status: 'closed', closed_at_since: '2024-05-02T00:00:00Z', created_at_until: '2024-03-01T10:00:06Z' }, 'g'],
    [{ unknown: 'parameter', form: 'leave', STATUS: 'closed' }, 'hgfedcba'],
  ]
  for (const [query, subjects] of cases) {
    const asked = decodeURIComponent(String(new URLSearchParams(query)))
    const shown = asked
      .replaceAll(eveUuid, "Eve's")
      .replaceAll(eveUuid.toUpperCase(), "EVE'S")
      .replaceAll(bobUuid, "Bob's")
    test(`200 answers ${subjects || 'none'} for ${shown}`, async () => {
      assert.equal((await subjectsOf(office, query)).join(''), subjects)
    })
  }

  const filters = ['employee_technical_id', 'creator_technical_id', 'visible_by_technical_id'] as const
  for (const filter of filters) {
    test(`200 and [] for a ${filter} whom there is not, also beside one who is there`, async () => {
      const deleted = await anEmployee(service)
      await made({ creator_technical_id: await aManager(service), employee_technical_id: deleted })
      await v2('DELETE', `/employees/${deleted}`)
      const foreign = await anEmployee(service, { owner })

      for (const id of [unique('E'), deleted, foreign, people.eve, '', "' OR 1=1 --"]) {
        assert.deepEqual(await subjectsOf({ key: KEY }, { [filter]: id }), [], id)
      }
      for (const id of [people.eve.toLowerCase(), unique('E')]) {
        const other = filter === 'creator_technical_id' ? 'employee_technical_id' : 'creator_technical_id'
        assert.deepEqual(await subjectsOf(office, { [filter]: id, [other]: people.max }), [], id)
      }
    })
  }

  test("200 and [] for a visible_by_core_uuid of nobody, or of another client's employee", async () => {
    assert.deepEqual(await subjectsOf(office, { visible_by_core_uuid: crypto.randomUUID() }), [])
    assert.deepEqual(await subjectsOf({ key: KEY }, { visible_by_core_uuid: eveUuid }), [])
  })

  test("200 never answers another client's requests, whatever is asked for", async () => {
    const one = await aClientWith([{ subject: 'mine' }, { subject: 'closed', closed_at: '2024-03-02T00:00:00Z' }])
    const other = await aClientWith([{ subject: 'theirs' }])

    assert.deepEqual(await subjectsOf(one, { order_by: 'id' }), ['mine', 'closed'])
    assert.deepEqual(await subjectsOf(other), ['theirs'])
    for (const query of [{ status: 'created' }, { created_at_since: '2000-01-01T00:00:00Z', status: 'created' }]) {
      assert.deepEqual(await subjectsOf(other, query), ['theirs'])
    }
    assert.deepEqual(await subjectsOf(other, { closed_at_since: '2000-01-01T00:00:00Z' }), [])
  })

  for (const key of [null, '', 'wrong', `${KEY} `.repeat(2)]) {
    test(`403 with the key ${JSON.stringify(key)}`, async () => {
      const answer = await call('GET', '/requests/?per_page=0', { key })

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(Object.keys(answer.json()), ['detail'])
      assert.equal(answer.headers['x-total-count'], undefined)
    })
  }
})

describe('GET /api/requests/ by time', () => {
  const cases: [since: string | null, until: string | null, subjects: string][] = [
    ['10:00:03Z', null, 'hgfed'],
    ['10:00:03.999Z', null, 'hgfed'],
    ['10:00:04Z', null, 'hgfe'],
    [null, '10:00:03Z', 'dcba'],
    [null, '10:00:03.000001Z', 'dcba'],
    [null, '10:00:02.999Z', 'cba'],
    [null, '09:59:59Z', ''],
    ['10:00:02Z', '10:00:05Z', 'fedc'],
    ['10:00:05Z', '10:00:05Z', 'f'],
    ['10:00:05Z', '10:00:04Z', ''],
    ['12:00:02+02:00', '04:30:05-05:30', 'fedc'],
    ['10:00Z', '10:00Z', 'a'],
    ['10:00:02+0000', null, 'hgfedc'],
  ]
  for (const [since, until, subjects] of cases) {
    test(`200 answers what was made from ${since} to ${until}, seconds included`, async () => {
      const query = {
        ...(since === null ? {} : { created_at_since: `2024-03-01T${since}` }),
        ...(until === null ? {} : { created_at_until: `2024-03-01T${until}` }),
      }

      assert.equal((await subjectsOf(office, query)).join(''), subjects)
    })
  }

  test('200 answers what was closed in a span; what is not closed is in none', async () => {
    const closed = async (since?: string, until?: string) => {
      const query = { ...(since ? { closed_at_since: since } : {}), ...(until ? { closed_at_until: until } : {}) }
      return (await subjectsOf(office, query)).join('')
    }

    assert.equal(await closed('2000-01-01T00:00:00Z'), 'hgf')
    assert.equal(await closed(undefined, '2090-01-01T00:00:00Z'), 'hgf')
    assert.equal(await closed('2024-05-01T00:00:00Z', '2024-05-01T00:00:00Z'), 'f')
    assert.equal(await closed('2024-05-01T00:00:01Z', '2024-05-02T12:00:00Z'), 'g')
    assert.equal(await closed('2024-05-02T12:00:01Z', '2024-05-03T23:59:58Z'), '')
    assert.equal(await closed('2024-05-03T23:59:59Z'), 'h')
    assert.equal(await closed('2024-05-04T00:00:00Z'), '')
    assert.equal(await closed(undefined, '2024-05-04T01:59:59+02:00'), 'hgf')
  })

  test('200 answers a request for the very second that it shows', async () => {
    const creator_technical_id = await aManager(service)
    const { id, created_at, subject } = await made({ creator_technical_id })
    const closed = await call('PATCH', `/requests/${id}/`, { body: { status: 'closed' } })
    const { closed_at } = closed.json()

    for (const query of [
      { created_at_since: created_at, created_at_until: created_at },
      { closed_at_since: closed_at, closed_at_until: closed_at },
    ]) {
      assert.deepEqual(await subjectsOf({ key: KEY }, { creator_technical_id, ...query }), [subject])
    }
  })
})

describe('GET /api/requests/ in an order', () => {
  const due = (day: number) => ({ processing_date_due: `2024-04-0${day}T00:00:00Z` })
  const closed = (time: string) => ({ closed_at: `2024-05-01T${time}Z` })
  const at = (second: number) => ({ created_at: `2024-03-01T12:00:0${second}Z` })
  const rows: Row[] = [
    { id: 9, subject: 'Zebra', origin: 'PORTAL', priority: 'URGENT', status: 'pending', ...at(5), ...due(2) },
    { id: 10, subject: 'émile', origin: 'EMAIL', priority: 'LOW', ...closed('10:00:00'), ...at(5) },
    { id: 11, subject: 'Emile', origin: 'EMAIL', priority: 'LOW', ...closed('10:00:00.001'), ...at(4), ...due(1) },
    { id: 100, subject: 'ÉMILE', origin: 'API', priority: 'NORMAL', status: 'open', ...at(4), ...due(2) },
    { id: 99, subject: 'Äpfel', origin: 'PHONE', priority: 'URGENT', status: 'open', ...at(1), ...due(3) },
    { id: 1000, subject: 'apfelbaum', origin: 'API', updated_at: '2024-03-01T11:59:59Z', ...at(9) },
  ]
  const orders = {
    id: [9, 10, 11, 99, 100, 1000],
    subject: [99, 1000, 10, 11, 100, 9],
    status: [1000, 99, 100, 9, 11, 10],
    origin: [100, 1000, 11, 10, 99, 9],
    priority: [11, 10, 100, 1000, 99, 9],
    created_at: [99, 11, 100, 9, 10, 1000],
    updated_at: [1000, 9, 10, 11, 99, 100],
    closed_at: [10, 11, 9, 99, 100, 1000],
    processing_date_due: [11, 9, 100, 99, 10, 1000],
  }
  const client = aClientWith(rows)
  const idsBy = async (order_by?: string) =>
    (await list(await client, order_by ? { order_by } : {})).json().map((one: Row) => Number(one.id))

  for (const [name, ids] of Object.entries(orders)) {
    test(`200 sorts by ${name}, and by -${name} in the exact reverse; ties are settled`, async () => {
      assert.deepEqual(await idsBy(name), ids)
      assert.deepEqual(await idsBy(`-${name}`), ids.toReversed())
    })
  }

  test('200 sorts by -created_at when nothing else is said', async () => {
    assert.deepEqual(await idsBy(), orders.created_at.toReversed())
  })

  test('200 shows each request once from page to page, in every order', async () => {
    for (const [name, sorted] of Object.entries(orders)) {
      const ids: number[] = []
      for (const page of [1, 2, 3]) {
        const items = (await list(await client, { order_by: `-${name}`, per_page: 2, page })).json()
        ids.push(...items.map((one: Row) => Number(one.id)))
      }
      assert.deepEqual(ids, sorted.toReversed())
    }
  })
})

describe('GET /api/requests/ with a bad value', () => {
  const moments = ['yesterday', '', '2024-02-30T00:00:00Z', '2024-01-01T24:00:00Z', '1704067200']
  const bad: Record<string, string[]> = {
    form_code: ['x'.repeat(21), 'a\0'],
    employee_technical_id: ['x'.repeat(51), '\0'],
    creator_technical_id: ['x'.repeat(51), 'b\0'],
    visible_by_technical_id: ['x'.repeat(51), '\0c'],
    visible_by_core_uuid: ['', 'x', `${eveUuid}x`, eveUuid.replaceAll('-', ''), `{${eveUuid}}`],
    status: ['', 'nonsense', 'OPEN', 'open,closed', 'open '],
    origin: ['', 'FAX', 'api', 'PHONE,EMAIL'],
    created_at_since: moments,
    created_at_until: moments,
    closed_at_since: moments,
    closed_at_until: moments,
    order_by: [
      '',
      '-',
      'name',
      '--id',
      '++id',
      'ID',
      'managers_assigned',
      'sort_subject',
      'id,subject',
      'id; DROP TABLE x',
    ],
    per_page: ['', '0', '-1', '101', 'x', '1.5', '1e99', 'null'],
    page: ['', '0', '-1', 'x', '1.5', '99999999999999999999', 'NaN'],
  }
  for (const [name, values] of Object.entries(bad)) {
    test(`400 on ${name}, also when it is sent twice`, async () => {
      for (const value of values) {
        assert.deepEqual(refusedFields(await list(office, { [name]: value })), [name], JSON.stringify(value))
      }
      const twice: [string, string][] = [1, 2].map(() => [name, GOOD[name] ?? 'x'])
      assert.deepEqual(refusedFields(await list(office, twice)), [name])
    })
  }
  const GOOD: Record<string, string> = {
    status: 'open',
    origin: 'EMAIL',
    order_by: 'id',
    per_page: '20',
    page: '1',
    visible_by_core_uuid: eveUuid,
    created_at_since: '2024-01-01T00:00:00Z',
    created_at_until: '2024-01-01T00:00:00Z',
    closed_at_since: '2024-01-01T00:00:00Z',
    closed_at_until: '2024-01-01T00:00:00Z',
  }

  test('400 names every field at once, and has neither a total nor a Link', async () => {
    const answer = await list(office, { status: 'x', origin: 'y', page: '0', order_by: 'z', form_code: 'leave' })

    assert.deepEqual(refusedFields(answer), ['order_by', 'origin', 'page', 'status'])
    assert.deepEqual([answer.headers['x-total-count'], answer.headers.link], [undefined, undefined])
  })

  test('200 takes what is just within the limits', async () => {
    const query = { form_code: 'x'.repeat(20), employee_technical_id: '😀'.repeat(50), per_page: '100' }

    const answers = [query, { visible_by_technical_id: 'é'.repeat(50) }].map((one) => list({ key: RIVAL_KEY }, one))

    for (const one of await Promise.all(answers)) assert.deepEqual([one.statusCode, one.json()], [200, []])
  })
})
