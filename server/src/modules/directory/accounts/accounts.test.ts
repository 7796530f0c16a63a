import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { isPassword } from '#platform/crypto/password.ts'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { deleteAccount } from './delete-account.ts'
import { putAccount } from './put-account.ts'

const service = await startApp()
const { app, v2, db, clock } = service

const addressOf = (id: string) => `/accounts/${encodeURIComponent(id)}`
const put = (id: string, body: unknown = {}) => v2('PUT', addressOf(id), { body })
const patch = (id: string, body: unknown) => v2('PATCH', addressOf(id), { body })
const read = (id: string) => v2('GET', addressOf(id))
const remove = (id: string) => v2('DELETE', addressOf(id))
const list = async (query: string): Promise<string[]> =>
  (await v2('GET', `/accounts?${query}`)).json().map((one: { id: string }) => one.id)

const anEmployeeId = async () => `employee:${await anEmployee(service)}`

async function storedOf(id: string) {
  const scope = id.slice(0, id.indexOf(':'))
  const technical_id = id.slice(id.indexOf(':') + 1)
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('client_id', '=', 'acme')
    .where('scope', '=', scope)
    .where('technical_id', '=', technical_id)
    .execute()
  return rows[0]
}
const stateOf = async (id: string) => ({ stored: await storedOf(id), events: await eventsOf(db, id) })

async function lastEventOf(id: string) {
  const columns = ['client_id', 'type', 'actor_type', 'actor_id', 'actor_name', 'data'] as const
  const rows = await db.selectFrom('events').select(columns).where('resource_id', '=', id).orderBy('id').execute()
  return rows.at(-1)
}
const byPayroll = { client_id: 'acme', actor_type: 'application', actor_id: 'payroll', actor_name: 'payroll' }

describe('PUT /accounts/{id}', () => {
  for (const scope of ['employee', 'manager'] as const) {
    test(`201 gives ${scope === 'employee' ? 'an employee' : 'a manager'} a log-in, and emits account.created`, async () => {
      const email = `${unique('x')}@acme.test`
      const technical_id = await (scope === 'employee' ? anEmployee : aManager)(service, { email })
      const id = `${scope}:${technical_id}`

      const answer = await put(id, { password: 'correct horse' })

      const { created_at, updated_at, ...rest } = answer.json()
      assert.equal(answer.statusCode, 201)
      assert.deepEqual(rest, {
        id,
        scope,
        technical_id,
        email,
        is_active: true,
        has_password: true,
        last_login_at: null,
        linked_to: null,
      })
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
      assert.equal(updated_at, created_at)
      assert.deepEqual((await read(id)).json(), answer.json())
      assert.deepEqual(await lastEventOf(id), { ...byPayroll, type: 'account.created', data: answer.json() })
    })
  }

  test('201 makes one without a password, or one that is not active', async () => {
    const plain = await anEmployeeId()
    const closed = await anEmployeeId()

    const answers = [await put(plain), await put(closed, { password: 'password', is_active: false })]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().has_password, one.json().is_active, one.json().email]),
      [
        [201, false, true, null],
        [201, true, false, null],
      ],
    )
  })

  test('201 twice for one person: as an employee and as a manager, each with a password of its own', async () => {
    const technical_id = await anEmployee(service)
    await aManager(service, { technical_id })

    await put(`employee:${technical_id}`, { password: 'as an employee' })
    await put(`manager:${technical_id}`, { password: 'as a manager' })

    const employee = await storedOf(`employee:${technical_id}`)
    const manager = await storedOf(`manager:${technical_id}`)
    assert.ok(await isPassword('as an employee', employee?.password_hash ?? ''))
    assert.ok(await isPassword('as a manager', manager?.password_hash ?? ''))
    assert.ok(!(await isPassword('as a manager', employee?.password_hash ?? '')))
  })

  test('201 stores a password as a salted argon2id hash and nothing else', async () => {
    const one = await anEmployeeId()
    const two = await anEmployeeId()

    for (const id of [one, two]) await put(id, { password: 'the same for both' })

    const hashes = [(await storedOf(one))?.password_hash, (await storedOf(two))?.password_hash]
    for (const hash of hashes) assert.match(hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(hashes[0], hashes[1])
    assert.ok(await isPassword('the same for both', hashes[0] ?? ''))
    assert.ok(!(await isPassword('The same for both', hashes[0] ?? '')))
  })

  test('200 for the same password again changes nothing and emits nothing, however it is typed', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'pässwörd ①' })
    const before = await stateOf(id)
    clock.advance(60)

    for (const password of ['pässwörd ①', 'pa\u0308sswo\u0308rd ①', 'pässwörd 1']) {
      assert.equal((await put(id, { password })).statusCode, 200)
    }

    assert.deepEqual(await stateOf(id), before)
  })

  test('200 changes the password, and emits account.updated with what the API answers', async () => {
    const id = await anEmployeeId()
    const before = (await put(id, { password: 'old password' })).json()
    clock.advance(60)

    const answer = await put(id, { password: 'new password' })

    const after = answer.json()
    const hash = (await storedOf(id))?.password_hash ?? ''
    assert.equal(answer.statusCode, 200)
    assert.deepEqual({ ...after, updated_at: before.updated_at }, before)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual([await isPassword('new password', hash), await isPassword('old password', hash)], [true, false])
    assert.deepEqual(await lastEventOf(id), { ...byPayroll, type: 'account.updated', data: answer.json() })
    assert.deepEqual(await eventsOf(db, id), ['account.created', 'account.updated'])
  })

  test('200 keeps a password that is left out, and makes the log-in active when that is left out', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'my password', is_active: false })

    const answer = await put(id)

    assert.deepEqual([answer.json().has_password, answer.json().is_active], [true, true])
    assert.ok(await isPassword('my password', (await storedOf(id))?.password_hash ?? ''))
  })

  test('200 for what GET answered, sent back, changes nothing and emits nothing', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'my password', is_active: false })
    const before = await stateOf(id)
    clock.advance(60)

    const answer = await put(id, (await read(id)).json())

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(await stateOf(id), before)
  })

  for (const technical_id of [
    'x'.repeat(50),
    '😀'.repeat(50),
    'a:b',
    ':',
    'employee:x',
    'a b',
    'a.b',
    '"q"',
    '100%',
    '東京',
  ]) {
    test(`201 for an employee with the id ${technical_id}`, async () => {
      await anEmployee(service, { technical_id })
      const id = `employee:${technical_id}`

      const answer = await put(id)

      assert.equal(answer.statusCode, 201)
      assert.deepEqual([answer.json().id, answer.json().technical_id], [id, technical_id])
      assert.deepEqual((await read(id)).json(), answer.json())
    })
  }

  test('201 takes passwords of 8 and of 200 characters, whatever they are made of', async () => {
    for (const password of ['12345678', '😀'.repeat(8), 'é'.repeat(200), ' '.repeat(8), '😀'.repeat(200)]) {
      const id = await anEmployeeId()

      const answer = await put(id, { password })

      assert.equal(answer.statusCode, 201)
      assert.ok(await isPassword(password, (await storedOf(id))?.password_hash ?? ''))
    }
  })

  test('422 for a person who is not there as such: absent, of the other kind, deleted, of another client', async () => {
    const employee = await anEmployee(service)
    const manager = await aManager(service)
    const gone = await anEmployee(service)
    const theirs = await anEmployee(service, { owner: globex })
    await v2('DELETE', `/employees/${gone}`)
    const ids = [`employee:${unique('E')}`, `manager:${employee}`, `employee:${manager}`, `employee:${gone}`]

    for (const id of [...ids, `employee:${theirs}`]) {
      const answer = await put(id, { password: 'my password' })

      const [scope, technicalId] = id.split(':')
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [
        { field: 'id', code: 'unknown_person', message: `${capitalize(String(scope))} ${technicalId} not found.` },
      ])
      assert.deepEqual(await stateOf(id), { stored: undefined, events: [] })
    }
  })

  const badIds = ['E1', 'employee', 'employee:', ':E1', 'admin:E1', 'Employee:E1', 'employee E1', ` employee:E1`]
  for (const id of [...badIds, `employee:${'x'.repeat(51)}`, 'employee:a/b', 'employee:a\0', 'employee:a\n']) {
    test(`422 for the id ${JSON.stringify(id).slice(0, 40)}, named id; it reads and deletes as absent`, async () => {
      const answers = [await put(id), await patch(id, {}), await read(id), await remove(id)]

      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.json().errors?.[0].field]),
        [
          [422, 'id'],
          [422, 'id'],
          [404, undefined],
          [404, undefined],
        ],
      )
    })
  }

  const refused: [string, object, string][] = [
    ['a password of 7 characters', { password: '1234567' }, 'password too_short'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, 'password too_long'],
    ['a NUL character in a password', { password: 'password\0' }, 'password invalid_text'],
    ['half a character in a password', { password: 'password\ud800' }, 'password invalid_text'],
    ['null for a password', { password: null }, 'password wrong_type'],
    ['a number for a password', { password: 12345678 }, 'password wrong_type'],
    ['null for is_active', { is_active: null }, 'is_active wrong_type'],
    ['a text for is_active', { password: 'new password', is_active: 'false' }, 'is_active wrong_type'],
  ]
  for (const [what, body, error] of refused) {
    test(`422 for ${what}, and nothing is written or changed`, async () => {
      const id = await anEmployeeId()
      const without = await anEmployeeId()
      await put(id, { password: 'old password' })
      const before = await stateOf(id)

      const answers = [await put(id, body), await patch(id, body), await put(without, body)]

      for (const answer of answers) {
        const [{ field, code }] = answer.json().errors
        assert.deepEqual([answer.statusCode, `${field} ${code}`], [422, error])
      }
      assert.deepEqual(await stateOf(id), before)
      assert.deepEqual(await stateOf(without), { stored: undefined, events: [] })
    })
  }

  test('201 once and 200 otherwise when many put the same new one at once', async () => {
    const id = await anEmployeeId()

    const answers = await Promise.all(Array.from({ length: 6 }, () => put(id, { password: 'my password' })))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [200, 200, 200, 200, 200, 201])
    assert.deepEqual(await eventsOf(db, id), ['account.created'])
  })

  test('the log-in and its event vanish together when a later step fails', async () => {
    const technicalId = await anEmployee(service)

    const work = service.doWork(acme, async (one) => {
      await putAccount(one, { scope: 'employee', technicalId }, { password: 'my password' })
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.deepEqual(await stateOf(`employee:${technicalId}`), { stored: undefined, events: [] })
  })
})

describe('PATCH /accounts/{id}', () => {
  test('200 changes what is given and keeps the rest', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'old password' })

    const closed = await patch(id, { is_active: false })
    const renewed = await patch(id, { password: 'new password' })

    assert.deepEqual([closed.statusCode, closed.json().is_active, closed.json().has_password], [200, false, true])
    assert.equal(renewed.json().is_active, false)
    assert.ok(await isPassword('new password', (await storedOf(id))?.password_hash ?? ''))
    assert.deepEqual(await eventsOf(db, id), ['account.created', 'account.updated', 'account.updated'])
    assert.deepEqual(await lastEventOf(id), { ...byPayroll, type: 'account.updated', data: renewed.json() })
  })

  test('200 for an empty body, the same values or what is only answered changes nothing and emits nothing', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'my password', is_active: false })
    const before = await stateOf(id)
    clock.advance(60)

    for (const body of [{}, { is_active: false }, { password: 'my password' }, { id: 'x', has_password: false }]) {
      assert.equal((await patch(id, body)).statusCode, 200)
    }

    assert.deepEqual(await stateOf(id), before)
  })

  test('404 for a person without a log-in, which is not made', async () => {
    const id = await anEmployeeId()

    const answer = await patch(id, { password: 'my password' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Account ${id} not found.` })
    assert.deepEqual(await stateOf(id), { stored: undefined, events: [] })
  })
})

describe('DELETE /accounts/{id}', () => {
  test('204 removes the log-in and not the person, and emits account.deleted with what was there', async () => {
    const technical_id = await anEmployee(service)
    const id = `employee:${technical_id}`
    const before = (await put(id, { password: 'old password' })).json()

    const answer = await remove(id)

    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    assert.equal((await read(id)).statusCode, 404)
    assert.equal((await v2('GET', `/employees/${technical_id}`)).statusCode, 200)
    assert.deepEqual(await lastEventOf(id), { ...byPayroll, type: 'account.deleted', data: before })
    assert.equal((await put(id)).json().has_password, false)
  })

  test("404 for an absent one, one that was deleted, and another client's", async () => {
    const gone = await anEmployeeId()
    const owner = await anEmployee(service, { owner: globex })
    await put(gone)
    await remove(gone)
    await v2('PUT', `/accounts/employee:${owner}`, { application: 'rival', body: {} })

    const answers = await Promise.all([await anEmployeeId(), gone, `employee:${owner}`].map(remove))

    assert.ok(answers.every((one) => one.statusCode === 404 && one.json().code === 'not_found'))
    assert.deepEqual(await eventsOf(db, gone), ['account.created', 'account.deleted'])
    assert.equal((await read(`employee:${owner}`)).statusCode, 404)
    const theirs = await v2('GET', `/accounts/employee:${owner}`, { application: 'rival' })
    assert.equal(theirs.statusCode, 200)
  })

  test('the deletion and its event vanish together when a later step fails', async () => {
    const technicalId = await anEmployee(service)
    const id = `employee:${technicalId}`
    await put(id)

    const work = service.doWork(acme, async (one) => {
      await deleteAccount(one, { scope: 'employee', technicalId })
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.equal((await read(id)).statusCode, 200)
    assert.deepEqual(await eventsOf(db, id), ['account.created'])
  })
})

describe('GET /accounts', () => {
  /** Log-ins of this test alone: those made from now on. */
  async function some() {
    clock.advance(10)
    const since = `updated_at_since=${encodeURIComponent(clock.now().toISOString())}`
    const one = await anEmployee(service)
    const two = await aManager(service)
    const both = await anEmployee(service)
    await aManager(service, { technical_id: both })
    const ids = [`employee:${one}`, `manager:${two}`, `employee:${both}`, `manager:${both}`]
    for (const [index, id] of ids.entries()) await put(id, { is_active: index % 2 === 0 })
    return { since, ids: ids.toSorted(), closed: [`manager:${two}`, `manager:${both}`].sort() }
  }

  test('200 answers them by scope and person, as each is read by itself', async () => {
    const { since, ids } = await some()

    const answer = await v2('GET', `/accounts?${since}`)

    assert.deepEqual(
      answer.json().map((one: { id: string }) => one.id),
      ids,
    )
    for (const account of answer.json()) assert.deepEqual(account, (await read(account.id)).json())
  })

  test('200 filters by scope, is_active and time, alone and together', async () => {
    const { since, ids, closed } = await some()

    assert.deepEqual(await list(`${since}&scope=employee`), ids.slice(0, 2))
    assert.deepEqual(await list(`${since}&scope=manager`), ids.slice(2))
    assert.deepEqual(await list(`${since}&is_active=false`), closed)
    assert.deepEqual(await list(`${since}&is_active=true&scope=manager`), [])
    assert.deepEqual(
      (await list('is_active=false&per_page=100')).filter((one) => ids.includes(one)),
      closed,
    )
    clock.advance(10)
    assert.deepEqual(await list(`updated_at_since=${encodeURIComponent(clock.now().toISOString())}`), [])
  })

  test('200 leads through all once, forwards and back', async () => {
    const { since, ids } = await some()
    const page = (cursor = '') => v2('GET', `/accounts?${since}&per_page=3${cursor}`)

    const first = await page()
    const second = await page(`&cursor=${first.headers['next-cursor']}`)
    const again = await page(`&cursor=${second.headers['previous-cursor']}`)

    const seen = [...first.json(), ...second.json()].map((one: { id: string }) => one.id)
    assert.deepEqual(seen, ids)
    assert.deepEqual(again.json(), first.json())
    assert.deepEqual([first.headers['previous-cursor'], second.headers['next-cursor']], [undefined, undefined])
  })

  test("200 shows a client's own only", async () => {
    const { since, ids } = await some()

    const theirs = await v2('GET', `/accounts?${since}`, { application: 'rival' })

    assert.deepEqual(theirs.json(), [])
    assert.equal((await v2('GET', addressOf(ids[0] ?? ''), { application: 'rival' })).statusCode, 404)
  })

  for (const [query, message] of [
    ['scope=admin', 'scope: This must be one of employee, manager.'],
    ['is_active=1', 'is_active: This must be a boolean.'],
    ['per_page=101', 'per_page: This must be <= 100.'],
    ['updated_at_since=now', 'updated_at_since: This is not a valid date-time (expected ISO 8601 with an offset).'],
    ['cursor=AAAA', 'cursor: This is not a valid cursor for this list.'],
  ] as const) {
    test(`400 for ${query}, naming the parameter`, async () => {
      const answer = await v2('GET', `/accounts?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 'invalid_request', message })
    })
  }

  test('200 shows the e-mail address that the person has now', async () => {
    const technical_id = await anEmployee(service, { email: 'old@acme.test' })
    await put(`employee:${technical_id}`)

    await v2('PATCH', `/employees/${technical_id}`, { body: { email: 'new@acme.test' } })

    assert.equal((await read(`employee:${technical_id}`)).json().email, 'new@acme.test')
  })
})

describe('a password', () => {
  test('is in no answer, no log line, no event and no other row, nor is its hash shown', async () => {
    const id = await anEmployeeId()
    const secret = unique('tell-nobody')
    const headers = { ...(await service.as('payroll')), 'content-type': 'application/json' }
    const inject = (payload: string) =>
      app.inject({ method: 'PUT', url: `/api/v2/client${addressOf(id)}`, headers, payload })

    const answers = [
      await put(id, { password: `${secret}-1` }),
      await put(id, { password: `${secret}-2` }),
      await put(id, { password: `${secret}-2` }),
      await patch(id, { password: `${secret}-3`, is_active: 'no' }),
      await patch(id, { password: `${secret}\0` }),
      await patch(id, { password: `${secret}${'x'.repeat(200)}` }),
      await put(`employee:${unique('E')}`, { password: secret }),
      await put('nobody', { password: secret }),
      await inject(`{"password": "${secret}"`),
      await inject(`["${secret}"]`),
      await app.inject({ method: 'PUT', url: `/api/v2/client${addressOf(id)}`, payload: { password: secret } }),
      await read(id),
      await v2('GET', '/accounts?per_page=100'),
      await remove(id),
    ]

    const { rows } = await sql<{ text: string }>`SELECT event::text AS text FROM events event`.execute(db)
    const said = [...answers.map((one) => one.body + JSON.stringify(one.headers)), ...service.logged]
    const told = rows.map((one) => one.text)
    assert.ok(service.logged.length > 0 && told.some((one) => one.includes(id)))
    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [201, 200, 200, 422, 422, 422, 422, 422, 400, 400, 401, 200, 200, 204],
    )
    for (const text of [...said, ...told]) assert.ok(!text.includes(secret) && !text.includes('$argon2'), text)
  })

  test('403 for every call by an application for data sets alone, and nothing changes', async () => {
    const id = await anEmployeeId()
    await put(id, { password: 'my password' })
    const before = await stateOf(id)

    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PUT' ? { password: 'new password' } : undefined
      const answer = await v2(method, addressOf(id), { application: 'reader', body })
      assert.equal(answer.statusCode, 403, method)
    }

    assert.deepEqual(await stateOf(id), before)
  })
})
