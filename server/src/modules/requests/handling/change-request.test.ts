import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Request, Status } from '#modules/requests/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { eventsWithData } from '#test/harness/features/documents/filing-calls.ts'
import { KEY, RIVAL_KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { app, db, pool, clock, v2 } = service
const { call, made, read, patch, patched, historyOf } = requestCalls(service)
const creator_technical_id = await aManager(service)
const ann = await aManager(service)
const bob = await aManager(service)
const eve = await anEmployee(service)

const aRequest = (parts: Record<string, string> = {}) => made({ creator_technical_id, ...parts })
const idsOf = (request: Request) => request.managers_assigned.map((one) => one.technical_id)

/** How to bring a new request into each status. */
const WAYS: Record<Status, Status[]> = { created: [], open: ['open'], pending: ['pending'], closed: ['closed'] }
async function aRequestThatIs(status: Status, parts: Record<string, string> = {}): Promise<Request> {
  let request = await aRequest(parts)
  for (const one of WAYS[status]) request = await patched(request.id, { status: one })
  return request
}

/** Everything that a change may touch. */
const stateOf = async (id: string) => ({
  request: await read(id),
  history: await historyOf(id),
  events: await eventsOf(db, id),
})

/** How many requests a list has. */
const total = async (filter: string) => Number((await call('GET', `/requests/?${filter}`)).headers['x-total-count'])

const STATUSES: Status[] = ['created', 'open', 'pending', 'closed']
const ALLOWED = ['created>open', 'created>pending', 'created>closed', 'open>pending', 'pending>open']
ALLOWED.push('open>closed', 'pending>closed', 'closed>open')

describe('PATCH /api/requests/{id}/ moves the status', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES.filter((one) => one !== from)) {
      if (ALLOWED.includes(`${from}>${to}`)) {
        test(`200 from ${from} to ${to}`, async () => {
          const request = await aRequestThatIs(from)
          const before = [await total(`status=${from}`), await total(`status=${to}`)]

          const answer = await patched(request.id, { status: to })

          assert.equal(answer.status, to)
          assert.deepEqual(await read(request.id), answer)
          const after = [await total(`status=${from}`), await total(`status=${to}`)]
          assert.deepEqual(after, [(before[0] ?? 0) - 1, (before[1] ?? 0) + 1])
        })
      } else {
        test(`400 on status from ${from} to ${to}, and nothing changes`, async () => {
          const request = await aRequestThatIs(from)
          const before = await stateOf(request.id)

          const answer = await patch(request.id, { status: to, priority: 'LOW' })

          assert.deepEqual(refusedFields(answer), ['status'])
          assert.deepEqual(await stateOf(request.id), before)
        })
      }
    }

    test(`200 from ${from} to ${from} is not a change`, async () => {
      const request = await aRequestThatIs(from)
      const before = await stateOf(request.id)
      clock.advance(5)

      const answer = await patched(request.id, { status: from, actor_technical_id: ann })

      assert.deepEqual(answer, request)
      assert.deepEqual(await stateOf(request.id), before)
    })
  }

  test('200 keeps when it was closed and by which manager, until it is open again', async () => {
    const request = await aRequest()
    clock.advance(10)

    const closed = await patched(request.id, { status: 'closed', actor_technical_id: ann })
    clock.advance(10)
    const later = await patched(request.id, { custom_state: 'Filed', actor_technical_id: bob })
    const reopened = await patched(request.id, { status: 'open', actor_technical_id: bob })
    const seen = await read(request.id)
    clock.advance(10)
    const again = await patched(request.id, { status: 'closed', actor_technical_id: bob })

    assert.equal(closed.closed_by?.technical_id, ann)
    assert.deepEqual([closed.closed_at, later.closed_at], [closed.updated_at, closed.updated_at])
    assert.ok(closed.updated_at > request.updated_at)
    assert.equal(later.closed_by?.technical_id, ann)
    assert.deepEqual([reopened.closed_by, reopened.closed_at, seen], [null, null, reopened])
    assert.equal(again.closed_by?.technical_id, bob)
    assert.ok(String(again.closed_at) > String(closed.closed_at))
    assert.deepEqual(await read(request.id), again)
  })

  test('200 closed_by is null when the employee closes it, and when nobody is named', async () => {
    const byEmployee = await aRequest({ employee_technical_id: eve })
    const byNobody = await aRequest()

    const answers = [
      await patched(byEmployee.id, { status: 'closed', actor_technical_id: eve }),
      await patched(byNobody.id, { status: 'closed' }),
    ]

    for (const { closed_by, closed_at, updated_at } of answers) {
      assert.deepEqual([closed_by, closed_at], [null, updated_at])
    }
  })

  test('200 closed_by is null once the manager is gone', async () => {
    const gone = await aManager(service)
    const { id } = await aRequest()
    await patched(id, { status: 'closed', actor_technical_id: gone })

    await v2('DELETE', `/users/${gone}`)

    const { closed_by, closed_at } = await read(id)
    assert.equal(closed_by, null)
    assert.ok(closed_at)
  })

  for (const status of ['open', 'pending', 'closed'] as const) {
    test(`200 sets the start of processing with the first move, here to ${status}, and never again`, async () => {
      const request = await aRequest()
      clock.advance(5)
      const untouched = await patched(request.id, { priority: 'LOW' })
      clock.advance(5)

      const first = await patched(request.id, { status })
      clock.advance(5)
      const second = await patched(request.id, { status: status === 'open' ? 'pending' : 'open' })

      assert.equal(untouched.processing_start_date, null)
      assert.equal(first.processing_start_date, first.updated_at)
      assert.ok(second.updated_at > first.updated_at)
      assert.equal(second.processing_start_date, first.processing_start_date)
    })
  }
})

describe('PATCH /api/requests/{id}/', () => {
  test('200 changes every field that is given, and tells of it once', async () => {
    const request = await aRequest({ employee_technical_id: eve, processing_date_due: '2030-01-01' })
    clock.advance(5)

    const answer = await patched(request.id, {
      status: 'open',
      custom_state: 'Waiting for Zoé',
      priority: 'URGENT',
      managers_assigned: [bob, ann],
      processing_date_due: '2031-05-06T07:08:09+02:00',
      visible_to_employee: true,
      actor_technical_id: ann,
    })

    assert.deepEqual(answer, {
      ...request,
      status: 'open',
      custom_state: 'Waiting for Zoé',
      priority: 'URGENT',
      managers_assigned: [bob, ann].map((technical_id) => ({
        technical_id,
        first_name: 'Max',
        last_name: technical_id,
        email: `${technical_id.toLowerCase()}@acme.test`,
      })),
      processing_date_due: '2031-05-06T05:08:09+00:00',
      visible_by_employee: true,
      processing_start_date: answer.updated_at,
      updated_at: answer.updated_at,
    })
    assert.ok(answer.updated_at > request.updated_at)
    assert.deepEqual(await read(request.id), answer)
    assert.deepEqual((await eventsWithData(service, request.id)).slice(1), [{ type: 'request.updated', data: answer }])
  })

  const single: [string, object, Partial<Request>][] = [
    ['custom_state', { custom_state: '🙂'.repeat(100) }, { custom_state: '🙂'.repeat(100) }],
    ['priority', { priority: 'LOW' }, { priority: 'LOW' }],
    [
      'processing_date_due',
      { processing_date_due: '2032-02-29' },
      { processing_date_due: '2032-02-29T00:00:00+00:00' },
    ],
    ['processing_date_due with null', { processing_date_due: null }, { processing_date_due: null }],
    ['visible_to_employee', { visible_to_employee: true }, { visible_by_employee: true }],
  ]
  for (const [what, body, change] of single) {
    test(`200 changes ${what}, and keeps the rest`, async () => {
      const before = await aRequest({ employee_technical_id: eve, processing_date_due: '2030-01-01' })
      clock.advance(5)

      const answer = await patched(before.id, body)

      assert.deepEqual(answer, { ...before, ...change, updated_at: answer.updated_at })
      assert.ok(answer.updated_at > before.updated_at)
      assert.deepEqual(await read(before.id), answer)
    })
  }

  test('200 assigns managers in the order given, each once; an empty list leaves none', async () => {
    const { id } = await aRequest()

    const many = await patched(id, { managers_assigned: [bob, ann, bob] })
    const turned = await patched(id, { managers_assigned: [ann, bob] })
    const none = await patched(id, { managers_assigned: [] })

    assert.deepEqual([many, turned, none].map(idsOf), [[bob, ann], [ann, bob], []])
    assert.deepEqual(await eventsOf(db, id), ['request.created', ...Array(3).fill('request.updated')])
  })

  test('200 shows no manager who was deleted since, and takes the rest as they are', async () => {
    const gone = await aManager(service)
    const { id } = await aRequest()
    await patched(id, { managers_assigned: [gone, ann] })
    await v2('DELETE', `/users/${gone}`)
    const before = await stateOf(id)

    const answer = await patched(id, { managers_assigned: [ann] })

    assert.deepEqual(idsOf(answer), [ann])
    assert.deepEqual(await stateOf(id), before)
  })

  test('200 ignores keys that nobody knows, and those that cannot be changed', async () => {
    const request = await aRequest()

    const answer = await patched(request.id, {
      id: '1',
      subject: 'New',
      body: 'New',
      origin: 'PHONE',
      created_at: 'x',
      closed_at: 'x',
      colour: null,
      visible_by_employee: true,
      callback_url: 'x',
      form_code: 'x',
      updated_at: 'x',
      category: 'x',
    })

    assert.deepEqual(answer, request)
  })

  const nothing: [string, object][] = [
    ['nothing', {}],
    ['what is there already', { status: 'created', custom_state: '', priority: 'NORMAL', managers_assigned: [] }],
    ['the same due date in another zone', { processing_date_due: '2030-01-01T01:00:00+01:00' }],
    ['the same visibility', { visible_to_employee: false }],
    ['somebody who does nothing', { actor_technical_id: ann }],
  ]
  for (const [what, body] of nothing) {
    test(`200 with ${what} changes nothing: no event, no history, the same updated_at`, async () => {
      const request = await aRequest({ employee_technical_id: eve, processing_date_due: '2030-01-01' })
      const before = await stateOf(request.id)
      clock.advance(5)

      const answer = await patched(request.id, body)

      assert.deepEqual(answer, request)
      assert.deepEqual(await stateOf(request.id), before)
    })
  }

  test('400 on managers_assigned names all who are unknown, another client’s and deleted ones among them', async () => {
    const foreign = await aManager(service, { owner: globex })
    const gone = await aManager(service)
    await v2('DELETE', `/users/${gone}`)
    const { id } = await aRequest()
    const before = await stateOf(id)

    const answer = await patch(id, { managers_assigned: [ann, 'nobody', foreign, gone, eve], priority: 'LOW' })

    const message = `Manager nobody, ${foreign}, ${gone}, ${eve} not found.`
    assert.deepEqual([answer.statusCode, answer.json()], [400, [{ managers_assigned: [message] }]])
    assert.deepEqual(await stateOf(id), before)
  })

  test('200 for the employee of the request, 400 on actor_technical_id for anybody else', async () => {
    const other = await anEmployee(service)
    const gone = await anEmployee(service)
    const request = await aRequest({ employee_technical_id: eve })
    const ofGone = await aRequest({ employee_technical_id: gone })
    const withoutEmployee = await aRequest()
    await v2('DELETE', `/employees/${gone}`)
    const foreign = await aManager(service, { owner: globex })
    const strangers: [Request, string][] = [
      ...['nobody', '', other, foreign].map((one): [Request, string] => [request, one]),
      ...([
        [ofGone, gone],
        [withoutEmployee, eve],
      ] as [Request, string][]),
    ]

    for (const [{ id }, actor_technical_id] of strangers) {
      const before = await stateOf(id)
      const answer = await patch(id, { priority: 'LOW', actor_technical_id })

      const message = `${actor_technical_id} is neither a manager nor the employee of this request.`
      assert.deepEqual([answer.statusCode, answer.json()], [400, [{ actor_technical_id: [message] }]])
      assert.deepEqual(await stateOf(id), before)
    }
    assert.equal((await patched(request.id, { priority: 'LOW', actor_technical_id: eve })).priority, 'LOW')
  })

  test('400 on visible_to_employee without an employee', async () => {
    const { id } = await aRequest()

    const answer = await patch(id, { visible_to_employee: true })

    assert.deepEqual(refusedFields(answer), ['visible_to_employee'])
    assert.equal((await patched(id, { visible_to_employee: false })).visible_by_employee, false)
  })

  test('400 says everything at once', async () => {
    const { id } = await aRequestThatIs('closed')
    const before = await stateOf(id)

    const answer = await patch(id, {
      status: 'pending',
      managers_assigned: ['x'],
      visible_to_employee: true,
      actor_technical_id: 'y',
    })

    const fields = ['actor_technical_id', 'managers_assigned', 'status', 'visible_to_employee']
    assert.deepEqual(refusedFields(answer), fields)
    assert.deepEqual(await stateOf(id), before)
  })

  const wrong: [string, Record<string, unknown[]>][] = [
    ['status', { status: ['opened', 'OPEN', '', null, 1, true, ['open']] }],
    ['custom_state', { custom_state: ['x'.repeat(101), null, 1, false, {}, 'a\0b', '\ud800'] }],
    ['priority', { priority: ['HIGH', 'low', '', null, 0] }],
    ['managers_assigned', { managers_assigned: ['ann', null, {}, 1, Array(101).fill(ann)] }],
    ['processing_date_due', { processing_date_due: ['', 'soon', '2025-02-30', 0, false, '2025-01-01T25:00', {}] }],
    ['visible_to_employee', { visible_to_employee: ['true', 1, 0, null, 'x'] }],
    ['actor_technical_id', { actor_technical_id: ['x'.repeat(51), null, 1, [], 'a\0b'] }],
  ]
  for (const [field, { [field]: values = [] }] of wrong) {
    test(`400 on ${field} for a value of the wrong type, unknown, too long or unclean`, async () => {
      const { id } = await aRequest()

      for (const value of values) {
        const answer = await patch(id, { [field]: value })
        assert.deepEqual(refusedFields(answer), [field], JSON.stringify(value))
      }
    })
  }

  test('400 on the manager in the list that is not a text, empty, too long or unclean', async () => {
    const { id } = await aRequest()

    for (const one of [null, 1, '', 'x'.repeat(51), 'a\0b']) {
      const answer = await patch(id, { managers_assigned: [ann, one] })
      assert.deepEqual(refusedFields(answer), ['managers_assigned.1'])
    }
  })

  const bodies: [string, string | Buffer, string][] = [
    ['JSON that is cut off', '{"status": ', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a text', '"open"', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    ['a form in a line', 'status=open', 'application/x-www-form-urlencoded'],
    ['a form', '--edge--\r\n', 'multipart/form-data; boundary=edge'],
    ['text', '{"status": "open"}', 'text/plain'],
  ]
  for (const [what, payload, type] of bodies) {
    test(`400 on base with ${what}`, async () => {
      const { id } = await aRequest()
      const headers = { 'x-api-key': KEY, 'content-type': type }

      const answer = await app.inject({ method: 'PATCH', url: `/api/requests/${id}/`, headers, payload })

      assert.deepEqual(refusedFields(answer), ['base'])
    })
  }

  test('413 with too large a body, 403 without a key', async () => {
    const { id } = await aRequest()

    const large = await patch(id, { colour: 'x'.repeat(1024 * 1024) })
    const keyless = await patch(id, { priority: 'LOW' }, { key: null })

    assert.deepEqual([large.statusCode, Object.keys(large.json())], [413, ['detail']])
    assert.deepEqual([keyless.statusCode, Object.keys(keyless.json())], [403, ['detail']])
    assert.equal((await read(id)).priority, 'NORMAL')
  })

  test('404 for another client’s request, as for an absent one and what is not a number, and nothing changes', async () => {
    const { id } = await aRequest()
    const before = await stateOf(id)

    const foreign = await patch(id, { priority: 'LOW' }, { key: RIVAL_KEY })

    assert.deepEqual([foreign.statusCode, foreign.json()], [404, { detail: `Request ${id} not found.` }])
    for (const one of ['999999999', '0', `0${id}`, `-${id}`, `${id}.0`, 'x', '9'.repeat(18), '9'.repeat(19), '%20']) {
      const answer = await patch(one, { priority: 'LOW' })
      assert.deepEqual([answer.statusCode, answer.json()], [404, { detail: `Request ${decodeURI(one)} not found.` }])
    }
    assert.deepEqual(await stateOf(id), before)
  })
})

describe('PATCH /api/requests/{id}/ several at once', () => {
  test('200 all of them are applied, one after the other, and counted once', async () => {
    const request = await aRequest()
    const before = [await total('status=created'), await total('status=open')]

    const answers = await Promise.all([
      patch(request.id, { status: 'open' }),
      patch(request.id, { priority: 'URGENT' }),
      patch(request.id, { custom_state: 'Checked' }),
      patch(request.id, { managers_assigned: [ann] }),
      patch(request.id, { processing_date_due: '2030-01-01' }),
    ])

    assert.deepEqual(new Set(answers.map((one) => one.statusCode)), new Set([200]))
    const now = await read(request.id)
    assert.partialDeepStrictEqual(now, { status: 'open', priority: 'URGENT', custom_state: 'Checked' })
    assert.deepEqual([idsOf(now), now.processing_date_due], [[ann], '2030-01-01T00:00:00+00:00'])
    const after = [await total('status=created'), await total('status=open')]
    assert.deepEqual(after, [(before[0] ?? 0) - 1, (before[1] ?? 0) + 1])
    assert.equal((await historyOf(request.id)).filter((one) => one.action === 'updated').length, 5)
    assert.deepEqual((await eventsWithData(service, request.id)).at(-1)?.data, now)
  })

  test('one of two moves that exclude each other is refused by what the other left', async () => {
    const request = await aRequestThatIs('closed')
    await patched(request.id, { status: 'open' })

    const answers = await Promise.all([
      patch(request.id, { status: 'closed' }),
      patch(request.id, { status: 'pending' }),
    ])

    const codes = answers.map((one) => one.statusCode).toSorted()
    const { status, closed_at } = await read(request.id)
    // Pending, then closed, or closed, and then pending no more.
    assert.ok(['200,200', '200,400'].includes(codes.join()), codes.join())
    assert.deepEqual([status, closed_at !== null], ['closed', true])
  })

  test('404 when the request was deleted while the change waited, and nothing of it comes back', async () => {
    const creator = await aManager(service)
    const { id } = await made({ creator_technical_id: creator })
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM requests WHERE id = $1 FOR UPDATE', [id])

    const deleting = call('DELETE', `/requests/${id}/`)
    await untilWaiting(pool, 1)
    const changing = patch(id, { status: 'open', custom_state: unique('x') })
    await untilWaiting(pool, 2)
    await holder.query('COMMIT')
    holder.release()
    const answers = [await deleting, await changing]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [204, 404],
    )
    assert.deepEqual(await eventsOf(db, id), ['request.created', 'request.deleted'])
    assert.equal(await total(`creator_technical_id=${creator}`), 0)
  })
})
