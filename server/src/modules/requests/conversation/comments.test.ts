import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Comment, HistoryEntry, Request } from '#modules/requests/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { anApiKey, globex, unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { eventsWithData } from '#test/harness/features/documents/filing-calls.ts'
import { rawForm } from '#test/harness/features/documents/traces.ts'
import { aFile, type FormFields, KEY, RIVAL_KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { app, db, pool, clock, v2, publicUrl, maxFileBytes } = service
const { call, send, made, read, patched, commented, historyOf } = requestCalls(service)
const creator_technical_id = await aManager(service)
const ann = await aManager(service, { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.test' })
const eve = await anEmployee(service, { first_name: 'Eve', last_name: 'Ek' })
const ANN = { technical_id: ann, first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.test' }
const EVE = { technical_id: eve, first_name: 'Eve', last_name: 'Ek', email: '' }

const aRequest = (): Promise<Request> => made({ creator_technical_id, employee_technical_id: eve })
const at = (id: string) => `/requests/${id}/comments/`
const post = (id: string, body: unknown, key: string | null = KEY) => call('POST', at(id), { body, key })
const listOf = async (id: string, query = ''): Promise<Comment[]> => (await call('GET', `${at(id)}${query}`)).json()

/** Everything that a comment may touch. */
const stateOf = async (id: string) => ({
  request: await read(id),
  comments: await listOf(id),
  history: await historyOf(id),
  events: await eventsOf(db, id),
  files: await db.selectFrom('request_files').select('id').where('request_id', '=', id).execute(),
})

describe('POST /api/requests/{id}/comments/', () => {
  test('201 adds a comment of nobody by JSON; it is listed the same, and so is its event', async () => {
    const request = await aRequest()
    clock.advance(5)

    const answer = await post(request.id, { body: '<p>Hé 🙂</p>' })

    const { id, created_at, ...rest } = answer.json() as Comment
    assert.equal(answer.statusCode, 201)
    assert.match(id, /^[1-9]\d*$/)
    assert.deepEqual(rest, { request_id: request.id, body: '<p>Hé 🙂</p>', internal: false, author: null, files: [] })
    assert.deepEqual(await listOf(request.id), [answer.json()])
    assert.deepEqual((await eventsWithData(service, request.id)).slice(1), [
      { type: 'request.commented', data: answer.json() },
    ])
    const after = await read(request.id)
    assert.deepEqual(after, { ...request, updated_at: created_at })
    assert.ok(created_at > request.updated_at)
  })

  const authors: [string, { author_technical_id: string; internal?: boolean }, Comment['author']][] = [
    ['a manager', { author_technical_id: ann }, ANN],
    ['a manager for managers only', { author_technical_id: ann, internal: true }, ANN],
    ['the employee of the request', { author_technical_id: eve, internal: false }, EVE],
  ]
  for (const [what, body, author] of authors) {
    test(`201 by ${what}`, async () => {
      const { id } = await aRequest()

      const comment = await commented(id, { body: 'B', ...body })

      assert.deepEqual([comment.author, comment.internal], [author, body.internal ?? false])
      assert.deepEqual(await listOf(id), [comment])
    })
  }

  test('201 takes a form, with files in their order, and what is empty as left out', async () => {
    const { id } = await aRequest()
    const one = aFile(unique('x'), 'a.txt')
    const other = aFile(unique('x'), 'b.txt')
    const fields = { body: 'See', internal: 'True', author_technical_id: ann, files: [one, aFile(''), other] }

    const full = await send(at(id), fields)
    const bare = await send(at(id), { body: 'See', internal: '', author_technical_id: '', files: '' })

    const { id: commentId } = full.json() as Comment
    assert.equal(full.statusCode, 201)
    assert.partialDeepStrictEqual(full.json(), { body: 'See', internal: true, author: ANN })
    assert.deepEqual(
      (full.json() as Comment).files,
      [one, other].map(({ name, size }, index) => ({
        uri: `/api/requests/${id}/comments/${commentId}/files/${index + 1}/`,
        filename: name,
        content_type: 'text/plain',
        size,
      })),
    )
    assert.partialDeepStrictEqual(bare.json(), { internal: false, author: null, files: [] })
    assert.deepEqual(await listOf(id), [full.json(), bare.json()])
  })

  test('201 ignores keys and parts that nobody asks for', async () => {
    const { id } = await aRequest()

    const byJson = await post(id, { body: 'B', id: '1', created_at: 'x', files: ['x'], author: ANN })
    const byForm = await send(at(id), { body: 'B', other: ['1', '2'], file: aFile(unique('x')), id: '1' })

    for (const answer of [byJson, byForm]) {
      assert.equal(answer.statusCode, 201)
      assert.partialDeepStrictEqual(answer.json(), { author: null, files: [] })
    }
  })

  test('201 on a request that is closed, and it stays closed', async () => {
    const { id } = await aRequest()
    const closed = await patched(id, { status: 'closed', actor_technical_id: ann })
    clock.advance(5)

    const { created_at } = await commented(id, { body: 'B' })

    assert.deepEqual(await read(id), { ...closed, updated_at: created_at })
  })

  test('201 with twenty files, 400 on files with more', async () => {
    const { id } = await aRequest()
    const files = Array.from({ length: 21 }, (_, index) => aFile(`${index}`))

    const most = await send(at(id), { body: 'B', files: files.slice(1) })
    const more = await send(at(id), { body: 'B', files })

    assert.deepEqual([most.statusCode, (most.json() as Comment).files.length], [201, 20])
    assert.deepEqual(refusedFields(more), ['files'])
    assert.equal((await listOf(id)).length, 1)
  })

  test('400 on internal when the employee writes it, by JSON and by form, and nothing changes', async () => {
    const { id } = await aRequest()
    const before = await stateOf(id)

    const answers = [
      await post(id, { body: 'B', internal: true, author_technical_id: eve }),
      await send(at(id), { body: 'B', internal: '1', author_technical_id: eve, files: aFile() }),
    ]

    for (const answer of answers) {
      const message = 'Employees can neither read nor write internal comments.'
      assert.deepEqual([answer.statusCode, answer.json()], [400, [{ internal: [message] }]])
    }
    assert.deepEqual(await stateOf(id), before)
  })

  test('400 on author_technical_id for anybody but a manager and the employee of the request', async () => {
    const other = await anEmployee(service)
    const foreign = await aManager(service, { owner: globex })
    const { id } = await aRequest()
    const before = await stateOf(id)

    for (const author_technical_id of ['nobody', '', other, foreign]) {
      const answer = await post(id, { body: 'B', author_technical_id })

      const message = `${author_technical_id} is neither a manager nor the employee of this request.`
      assert.deepEqual([answer.statusCode, answer.json()], [400, [{ author_technical_id: [message] }]])
    }
    assert.deepEqual(await stateOf(id), before)
  })

  const wrong: [string, unknown[]][] = [
    ['body', [undefined, null, '', 1, true, [], {}, 'x'.repeat(1_000_001), 'a\0b', '\ud800']],
    ['internal', [null, 'true', 1, 0, []]],
    ['author_technical_id', [null, 1, 'x'.repeat(51), 'a\0b', {}]],
  ]
  for (const [field, values] of wrong) {
    test(`400 on ${field} when it is missing, too long, unclean or of another type`, async () => {
      const { id } = await aRequest()

      for (const value of values) {
        const answer = await post(id, { body: 'B', [field]: value })
        assert.deepEqual(refusedFields(answer), [field], JSON.stringify(value)?.slice(0, 50))
      }
      assert.deepEqual(await listOf(id), [])
    })
  }

  const forms: [string, FormFields, string[]][] = [
    ['without a body', { files: aFile() }, ['body']],
    ['with an empty body', { body: '' }, ['body']],
    ['with a body that is a file', { body: aFile() }, ['body']],
    ['with each part twice', { body: ['a', 'b'], internal: ['1', '1'] }, ['body', 'internal']],
    ['with a flag that is none', { body: 'B', internal: 'yes' }, ['internal']],
    ['with too long an author', { body: 'B', author_technical_id: 'x'.repeat(51) }, ['author_technical_id']],
    [
      'that is wrong throughout',
      { internal: 'yes', author_technical_id: ['a', 'a'] },
      ['author_technical_id', 'body', 'internal'],
    ],
  ]
  for (const [what, sent, refused] of forms) {
    test(`400 on ${refused.join(' and ')} for a form ${what}`, async () => {
      const { id } = await aRequest()

      const answer = await send(at(id), sent)

      assert.deepEqual(refusedFields(answer), refused)
      assert.deepEqual(await listOf(id), [])
    })
  }

  const bodies: [string, string | Buffer, string][] = [
    ['JSON that is cut off', '{"body": ', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a text in JSON', '"B"', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
    ['a form in a line', 'body=B', 'application/x-www-form-urlencoded'],
    ['text', 'B', 'text/plain'],
    [
      'a form that is cut off',
      '--edge\r\nContent-Disposition: form-data; name="body"\r\n\r\nB',
      'multipart/form-data; boundary=edge',
    ],
    ['a form without a boundary', '--edge--', 'multipart/form-data'],
  ]
  for (const [what, payload, type] of bodies) {
    test(`400 on base with ${what}`, async () => {
      const { id } = await aRequest()
      const headers = { 'x-api-key': KEY, 'content-type': type }

      const answer = await app.inject({ method: 'POST', url: `/api${at(id)}`, headers, payload })

      assert.deepEqual(refusedFields(answer), ['base'])
    })
  }

  test('400 on the field of a form that holds NUL or no UTF-8', async () => {
    const { id } = await aRequest()

    for (const field of ['body', 'internal', 'author_technical_id']) {
      for (const bytes of [Buffer.from('a\0'), Buffer.from([0xff])]) {
        const { headers, payload } = rawForm([`name="${field}"`, bytes])
        const sent = { ...headers, 'x-api-key': KEY }
        const answer = await app.inject({ method: 'POST', url: `/api${at(id)}`, headers: sent, payload })
        assert.deepEqual(refusedFields(answer), [field])
      }
    }
  })

  test('413 with too large a body, a text or a file; 403 without a key; nothing changes', async () => {
    const { id } = await aRequest()
    const before = await stateOf(id)
    const large = aFile('x'.repeat(maxFileBytes + 1))

    const answers = [
      await post(id, { body: 'x'.repeat(1024 * 1024) }),
      await send(at(id), { body: 'x'.repeat(1024 * 1024 + 1) }),
      await send(at(id), { body: 'B', files: large }),
      await send(at(id), { body: 'B', other: large }),
      await post(id, { body: 'B' }, null),
      await send(at(id), { body: 'B', files: aFile() }, { key: null }),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [413, 413, 413, 413, 403, 403],
    )
    for (const answer of answers) assert.deepEqual(Object.keys(answer.json()), ['detail'])
    assert.deepEqual(await stateOf(id), before)
  })

  test('404 on another client’s request, as on an absent one and what is not a number', async () => {
    const { id } = await aRequest()
    const before = await stateOf(id)

    const foreign = await post(id, { body: 'B' }, RIVAL_KEY)

    assert.deepEqual([foreign.statusCode, foreign.json()], [404, { detail: `Request ${id} not found.` }])
    for (const one of ['999999999', '0', `0${id}`, 'x', '9'.repeat(19), 'x'.repeat(300), '%00']) {
      assert.equal((await post(one, { body: 'B' })).statusCode, 404, one)
      assert.equal((await send(at(one), { body: 'B', files: aFile() })).statusCode, 404, one)
    }
    assert.deepEqual(await stateOf(id), before)
  })

  test('201 all of several at once, each in the list, the history and the events', async () => {
    const { id } = await aRequest()
    const bodies = ['a', 'b', 'c', 'd']

    const answers = await Promise.all(bodies.map((body) => post(id, { body })))

    const ids = answers.map((one) => (one.json() as Comment).id)
    const listed = await listOf(id)
    assert.deepEqual(listed.map((one) => one.body).toSorted(), bodies)
    assert.deepEqual(new Set(listed.map((one) => one.id)), new Set(ids))
    assert.deepEqual(
      (await historyOf(id)).slice(1).map((one) => one.comment_id),
      listed.map((one) => one.id),
    )
    assert.equal((await eventsOf(db, id)).filter((one) => one === 'request.commented').length, 4)
  })

  test('201 is later than a change that it had to wait for, and so is its event', async () => {
    const { id } = await aRequest()
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM requests WHERE id = $1 FOR UPDATE', [id])

    const changing = call('PATCH', `/requests/${id}/`, { body: { priority: 'LOW' } })
    await untilWaiting(pool, 1)
    const commenting = post(id, { body: 'B' })
    await untilWaiting(pool, 2)
    clock.advance(60)
    await holder.query('COMMIT')
    holder.release()
    const changed = (await changing).json() as Request
    const comment = (await commenting).json() as Comment

    assert.deepEqual(await eventsOf(db, id), ['request.created', 'request.updated', 'request.commented'])
    assert.ok(comment.created_at >= changed.updated_at, `${comment.created_at} is before ${changed.updated_at}`)
    assert.equal((await read(id)).updated_at, comment.created_at)
  })
})

for (const { what, path, add } of [
  { what: 'comments', path: at, add: (id: string, body: string) => commented(id, { body }) },
  {
    what: 'history',
    path: (id: string) => `/requests/${id}/history/`,
    add: (id: string, custom_state: string) => patched(id, { custom_state }),
  },
] as const) {
  describe(`GET /api/requests/{id}/${what}/`, () => {
    const nameOf = (one: Comment & HistoryEntry) => one.body ?? one.changes[0]?.to ?? one.action

    test('200 page by page, the oldest first, with its links and how many there are', async () => {
      const { id } = await aRequest()
      const names = ['one', 'two', 'three', 'four', 'five']
      for (const one of names) await add(id, one)
      const all = what === 'history' ? ['created', ...names] : names
      const url = `${publicUrl}/api${path(id)}`

      const [whole, first, second, last, beyond] = await Promise.all(
        ['', '?per_page=2&x=1', '?per_page=2&page=2', '?page=3&per_page=2', '?per_page=2&page=9'].map((query) =>
          call('GET', `${path(id)}${query}`),
        ),
      )

      assert.deepEqual(whole?.json().map(nameOf), all)
      assert.deepEqual(
        [first, second, last].map((one) => one?.json().map(nameOf)),
        [all.slice(0, 2), all.slice(2, 4), all.slice(4)],
      )
      for (const one of [whole, first, last, beyond]) assert.equal(one?.headers['x-total-count'], String(all.length))
      assert.equal(whole?.headers.link, undefined)
      assert.equal(first?.headers.link, `<${url}?per_page=2&x=1&page=2>; rel="next"`)
      const around = `<${url}?per_page=2&page=1>; rel="previous", <${url}?per_page=2&page=3>; rel="next"`
      assert.equal(second?.headers.link, around)
      assert.equal(last?.headers.link, `<${url}?page=2&per_page=2>; rel="previous"`)
      assert.deepEqual([beyond?.statusCode, beyond?.json()], [200, []])
    })

    test('400 on a page or a size that there cannot be', async () => {
      const { id } = await aRequest()

      for (const [field, values] of Object.entries({
        page: ['0', '-1', 'x', '1.5'],
        per_page: ['0', '101', 'x', ''],
      })) {
        for (const value of values) {
          const answer = await call('GET', `${path(id)}?${field}=${value}`)
          assert.deepEqual(refusedFields(answer), [field], value)
        }
      }
    })

    test('404 for another client’s request, an absent and a deleted one, and what is not a number; 403 without a key', async () => {
      const { id } = await aRequest()
      await add(id, 'one')
      const foreign = await call('GET', path(id), { key: RIVAL_KEY })
      const keyless = await call('GET', path(id), { key: null })

      await call('DELETE', `/requests/${id}/`)

      assert.deepEqual([foreign.statusCode, foreign.json()], [404, { detail: `Request ${id} not found.` }])
      assert.deepEqual([keyless.statusCode, Object.keys(keyless.json())], [403, ['detail']])
      for (const one of [id, '999999999', '0', `0${id}`, 'x', '9'.repeat(19), '%00', 'x'.repeat(300)]) {
        const answer = await call('GET', path(one))
        assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [404, ['detail']], one)
      }
    })
  })
}

describe('GET /api/requests/{id}/comments/', () => {
  test('200 shows an author as he is now, and nobody once he is gone; so does the history', async () => {
    const manager = await aManager(service)
    const employee = await anEmployee(service)
    const { id } = await made({ creator_technical_id, employee_technical_id: employee })
    for (const author_technical_id of [manager, employee]) await commented(id, { body: 'B', author_technical_id })
    await v2('PATCH', `/users/${manager}`, { body: { first_name: 'Renamed' } })

    const named = await listOf(id)
    for (const path of [`/users/${manager}`, `/employees/${employee}`]) await v2('DELETE', path)

    assert.deepEqual(
      named.map((one) => one.author?.first_name),
      ['Renamed', 'Eve'],
    )
    assert.deepEqual(
      (await listOf(id)).map((one) => one.author),
      [null, null],
    )
    assert.deepEqual(
      (await historyOf(id)).slice(1).map((one) => one.actor),
      [null, null],
    )
  })
})

describe('GET /api/requests/{id}/history/', () => {
  test('200 tells what was done, by whom and by what, in the words of the API', async () => {
    const { name, key } = await anApiKey(service)
    const request = await made({ creator_technical_id, employee_technical_id: eve, processing_date_due: '2030-01-01' })
    clock.advance(5)
    const change = {
      status: 'open',
      custom_state: 'Hé',
      priority: 'LOW',
      managers_assigned: [ann, ann],
      processing_date_due: null,
      visible_to_employee: true,
      actor_technical_id: ann,
    }

    const updated = (await call('PATCH', `/requests/${request.id}/`, { body: change, key })).json() as Request
    clock.advance(5)
    const closed = await patched(request.id, { status: 'closed', actor_technical_id: eve })
    clock.advance(5)
    const comment = await commented(request.id, { body: 'B', internal: true })

    const creator = request.creator
    assert.deepEqual(await historyOf(request.id), [
      { action: 'created', actor: creator, via: 'main', changes: [], comment_id: null, created_at: request.created_at },
      {
        action: 'updated',
        actor: ANN,
        via: name,
        comment_id: null,
        created_at: updated.updated_at,
        changes: [
          { field: 'status', from: 'created', to: 'open' },
          { field: 'custom_state', from: '', to: 'Hé' },
          { field: 'priority', from: 'NORMAL', to: 'LOW' },
          { field: 'managers_assigned', from: [], to: [ann] },
          { field: 'processing_date_due', from: '2030-01-01T00:00:00+00:00', to: null },
          { field: 'visible_by_employee', from: false, to: true },
        ],
      },
      {
        action: 'updated',
        actor: EVE,
        via: 'main',
        comment_id: null,
        created_at: closed.updated_at,
        changes: [{ field: 'status', from: 'open', to: 'closed' }],
      },
      {
        action: 'commented',
        actor: null,
        via: 'main',
        changes: [],
        comment_id: comment.id,
        created_at: comment.created_at,
      },
    ])
  })

  test('200 does not grow by what was refused', async () => {
    const { id } = await aRequest()

    await call('PATCH', `/requests/${id}/`, { body: { status: 'created', priority: 'HIGH' } })
    await post(id, { body: 'B', author_technical_id: 'nobody' })

    assert.deepEqual(
      (await historyOf(id)).map((one) => one.action),
      ['created'],
    )
  })
})

describe('sanitize=true', () => {
  test('200 answers sanitized_body beside the body of a request and of its comments', async () => {
    const unsafe = '<p onclick="alert(1)">Hello<script>alert(1)</script></p>'
    const subject = unique('unsafe')
    const { id } = await made({ creator_technical_id, employee_technical_id: eve, subject, body: unsafe })
    await post(id, { body: unsafe })

    const one = (await call('GET', `/requests/${id}/?sanitize=true`)).json()
    const list: Request[] = (await call('GET', '/requests/?sanitize=true&order_by=-created_at')).json()
    const [comment] = await listOf(id, '?sanitize=true')
    const [plain] = await listOf(id)

    assert.deepEqual([one.body, one.sanitized_body], [unsafe, '<p>Hello</p>'])
    assert.deepEqual(
      list.find((each) => each.id === id),
      one,
    )
    assert.deepEqual([comment?.body, comment?.sanitized_body], [unsafe, '<p>Hello</p>'])
    assert.ok(plain && !('sanitized_body' in plain))
    assert.equal('sanitized_body' in (await read(id)), false)
  })
})
