import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expireIdempotencyKeys } from '#platform/http/idempotency/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { anApplication, basic, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { asBody } from '#test/harness/features/requests.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, as, clock, db, pool, v2 } = service
const { upload } = documentCalls(service)
const personCalls = portalCalls(service)
const employee = await anEmployee(service)
const manager = await aManager(service)
const documentType = await aDocumentType(service)

const aHook = () => ({ name: unique('hook'), callback_url: 'https://hooks.example.com/in', events: ['dataset.*'] })
const keyed = (key: string) => ({ 'idempotency-key': key })

async function countHooks(name: string): Promise<number> {
  return (await db.selectFrom('webhooks').select('id').where('name', '=', name).execute()).length
}

async function storedRows(): Promise<{ id: string; encrypted_answer: string }[]> {
  return (await pool.query('SELECT id, encrypted_answer FROM idempotency_keys')).rows
}

/** Runs a step while storing an answer does something else first, in the same transaction. */
async function whileStoring<T>(does: string, step: () => Promise<T>): Promise<T> {
  await pool.query(`CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${does}; RETURN NEW; END $$`)
  await pool.query('CREATE TRIGGER meddle BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION meddle()')
  try {
    return await step()
  } finally {
    await pool.query('DROP TRIGGER meddle ON idempotency_keys')
    await pool.query('DROP FUNCTION meddle')
  }
}

describe('Idempotency-Key, sent again with the same call', () => {
  test('group A answers the first answer again, and nothing is done twice', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()

    const first = await v2('POST', '/webhooks', { body, headers })
    const second = await v2('POST', '/webhooks', { body, headers })

    assert.deepEqual([first.statusCode, first.headers['idempotency-replayed']], [201, undefined])
    assert.deepEqual([second.statusCode, second.headers['idempotency-replayed']], [201, 'true'])
    assert.deepEqual([second.body, second.headers['content-type']], [first.body, first.headers['content-type']])
    assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
    assert.equal(await countHooks(body.name), 1)
  })

  test('the portal answers a person the first answer again, and each person has keys of their own', async () => {
    const headers = keyed(unique('key'))
    const organization = await anOrganization(service)
    const about = await anEmployee(service, { organizations: [organization] })
    const profiles = [{ role: await aRole(service), organizations: [organization], include_below: true }]
    const one = await aManager(service, { profiles })
    const other = await aManager(service, { profiles })
    const body = { employee_technical_id: about, description: unique('note') }
    const send = (person: string) => personCalls.as(`manager:${person}`)('POST', '/manager/notes', { body, headers })

    const answers = [await send(one), await send(one), await send(other)]

    assert.deepEqual(
      answers.map(({ statusCode, headers: { 'idempotency-replayed': replayed } }) => [statusCode, replayed]),
      [
        [201, undefined],
        [201, 'true'],
        [201, undefined],
      ],
    )
    assert.equal(answers[1]?.body, answers[0]?.body)
    const { rowCount } = await pool.query('SELECT FROM notes WHERE description = $1', [body.description])
    assert.equal(rowCount, 2)
  })

  test('an answer without a body is answered again without one', async () => {
    const hook = (await v2('POST', '/webhooks', { body: aHook() })).json()
    const headers = keyed(unique('key'))

    const answers = [1, 2].map(() => v2('POST', `/webhooks/${hook.id}/tests`, { headers }))

    const first = await answers[0]
    const second = await answers[1]
    const third = await v2('POST', `/webhooks/${hook.id}/tests`, { headers })
    assert.deepEqual([first?.statusCode, second?.statusCode, third.statusCode, third.body], [204, 204, 204, ''])
    assert.equal(third.headers['idempotency-replayed'], 'true')
  })

  test('group B files a document once, though each form has another boundary', async () => {
    const headers = keyed(unique('key'))
    const data = { title: 'Once', document_type_code: documentType, employee_technical_id: employee }

    const first = await upload(data, { headers })
    const second = await upload(data, { headers })

    assert.deepEqual([first.statusCode, second.statusCode], [201, 201], first.body)
    assert.equal(second.json().id, first.json().id)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.ok(second.headers.deprecation, 'what the route adds to every answer is there too')
    const filed = await db.selectFrom('documents').select('id').where('title', '=', 'Once').execute()
    assert.equal(filed.length, 1)
  })

  test('group B answers plain JSON again: a note', async () => {
    const headers = { 'x-api-key': 'acme-api-key', ...keyed(unique('key')) }
    const call = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/notes/employees/',
        headers,
        payload: { employee_technical_id: employee, description: 'A note' },
      })

    const first = await call()
    const second = await call()

    assert.equal(first.statusCode, 201, first.body)
    assert.deepEqual([second.statusCode, second.body], [201, first.body])
  })

  test('group C makes a request once, from a form in parts', async () => {
    const key = unique('key')
    const subject = unique('subject')
    const call = async () => {
      const { headers, body } = await asBody({
        form_code: 'default',
        subject,
        body: 'Please',
        employee_technical_id: employee,
        creator_technical_id: manager,
      })
      return app.inject({
        method: 'POST',
        url: '/api/requests/',
        headers: { ...headers, 'x-api-key': 'acme-api-key', ...keyed(key) },
        payload: body,
      })
    }

    const first = await call()
    const second = await call()

    assert.equal(first.statusCode, 200, first.body)
    assert.deepEqual([second.statusCode, second.json().id], [200, first.json().id])
    const made = await db.selectFrom('requests').select('id').where('subject', '=', subject).execute()
    assert.equal(made.length, 1)
  })

  test('an upload that is the body itself is stored once', async () => {
    const headers = {
      ...(await as('payroll')),
      ...keyed(unique('key')),
      'content-disposition': 'attachment; filename="a.csv"',
      'content-type': 'text/csv',
    }
    const call = (payload: string) =>
      app.inject({ method: 'POST', url: '/api/v2/client/uploads', headers, payload: Buffer.from(payload) })

    const first = await call('a,b\n')
    const second = await call('a,b\n')
    const other = await call('a,c\n')

    assert.equal(first.statusCode, 201, first.body)
    assert.deepEqual([second.json().id, second.headers['idempotency-replayed']], [first.json().id, 'true'])
    assert.deepEqual([other.statusCode, other.json().code], [422, 'idempotency_key_reused'])
  })

  test('works that belong together are one: a signature process, whose upload is read first', async () => {
    const headers = keyed(unique('key'))
    await v2('PUT', '/signature_types/simple', { body: { name: 'Simple' } })

    const answer = await v2('POST', '/signature_processes', {
      headers,
      body: { signature_type_id: 'simple', title: 'x', upload_id: 'nothing', signers: [{ type: 'user' }] },
    })

    assert.equal(answer.statusCode, 422)
    await eventually(() => pool.idleCount === pool.totalCount)
  })
})

describe('Idempotency-Key, sent again with another call', () => {
  const body = aHook()
  const key = unique('key')
  const send = (path: string, more: { body?: unknown; headers?: Record<string, string> }) =>
    v2('POST', path, { ...more, headers: { ...keyed(key), ...more.headers } })

  test('422 in the shape of group A for another body or address', async () => {
    assert.equal((await send('/webhooks', { body })).statusCode, 201)

    for (const [what, answer] of Object.entries({
      body: await send('/webhooks', { body: { ...body, name: 'other' } }),
      address: await send('/vault_links', { body: { employee_technical_id: employee } }),
    })) {
      assert.deepEqual([answer.statusCode, answer.json().code], [422, 'idempotency_key_reused'], what)
      assert.equal(answer.json().errors[0].field, 'Idempotency-Key')
    }
    assert.equal(await countHooks('other'), 0)
  })

  test('422 in the shapes of groups B and C', async () => {
    const note = (description: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/notes/employees/',
        headers: { 'x-api-key': 'acme-api-key', ...keyed(key) },
        payload: { employee_technical_id: employee, description },
      })
    assert.equal((await note('one')).statusCode, 201)

    const second = await note('two')
    const comment = await app.inject({
      method: 'POST',
      url: '/api/requests/1/comments/',
      headers: { 'x-api-key': 'acme-api-key', ...keyed(key) },
      payload: { body: 'x' },
    })

    assert.deepEqual([second.statusCode, second.json().code], [422, 422])
    assert.deepEqual([comment.statusCode, Object.keys(comment.json())], [422, ['detail']])
  })
})

describe('Idempotency-Key is of its credentials alone', () => {
  test('another client, another application and an API key of the same name do their own', async () => {
    const key = unique('key')
    const id = 'main'
    const { secret } = await anApplication(service, { id })
    const token = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&scope=client&client_id=acme',
    })
    const body = aHook()
    const headers = keyed(key)

    const mine = await v2('POST', '/webhooks', { body, headers })
    const theirs = await v2('POST', '/webhooks', { body, headers, application: 'rival' })
    const other = await app.inject({
      method: 'POST',
      url: '/api/v2/client/webhooks',
      headers: { ...headers, authorization: `Bearer ${token.json().access_token}` },
      payload: body,
    })
    const note = await app.inject({
      method: 'POST',
      url: '/api/v1/notes/employees/',
      headers: { ...headers, 'x-api-key': 'acme-api-key' },
      payload: { employee_technical_id: employee, description: 'A note' },
    })

    const answers = [mine, theirs, other, note]
    assert.deepEqual(new Set(answers.map((one) => one.statusCode)), new Set([201]))
    assert.equal(new Set(answers.map((one) => one.json().id)).size, 4)
  })

  test('a wrong token is refused before any answer is given again', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()
    await v2('POST', '/webhooks', { body, headers })

    const answer = await v2('POST', '/webhooks', { body, headers: { ...headers, authorization: 'Bearer wrong' } })

    assert.equal(answer.statusCode, 401)
  })
})

describe('Idempotency-Key and refusals', () => {
  test('what was refused is not kept: the corrected call may have the same key', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()

    const refused = await v2('POST', '/webhooks', { body: { ...body, events: ['nothing.*'] }, headers })
    const made = await v2('POST', '/webhooks', { body, headers })

    assert.deepEqual([refused.statusCode, made.statusCode, made.headers['idempotency-replayed']], [422, 201, undefined])
  })

  for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(256), 'tab\there']) {
    test(`400 for a key that is not usable: ${JSON.stringify(key.slice(0, 20))}`, async () => {
      const answer = await v2('POST', '/webhooks', { body: aHook(), headers: keyed(key) })

      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
    })
  }

  test('201 for the longest key, and for quotes around it', async () => {
    for (const key of ['x'.repeat(255), `"${unique('key')}"`]) {
      assert.equal((await v2('POST', '/webhooks', { body: aHook(), headers: keyed(key) })).statusCode, 201)
    }
  })

  test('the token endpoint gives a new token each time, and keeps none', async () => {
    const before = (await storedRows()).length
    const ask = () =>
      app.inject({
        method: 'POST',
        url: '/api/v2/client/tokens',
        headers: {
          authorization: basic('payroll', 'payroll-secret'),
          'content-type': 'application/x-www-form-urlencoded',
          ...keyed('one'),
        },
        payload: 'grant_type=client_credentials&scope=client&client_id=acme',
      })

    const first = await ask()
    const second = await ask()

    assert.notEqual(first.json().access_token, second.json().access_token)
    assert.equal((await storedRows()).length, before)
  })

  test('PUT, PATCH and DELETE take no notice of it', async () => {
    const id = unique('E')
    const put = (last_name: string) =>
      v2('PUT', `/employees/${id}`, { body: { first_name: 'Ann', last_name }, headers: keyed('one') })

    assert.deepEqual([(await put('Lee')).statusCode, (await put('Poe')).json().last_name], [201, 'Poe'])
  })
})

describe('Idempotency-Key, when two calls come at once or something breaks', () => {
  test('409 with Retry-After while the first is being answered; then its answer', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()

    const [first, second] = await whileStoring('PERFORM pg_sleep(1)', async () => {
      const first = v2('POST', '/webhooks', { body, headers })
      await eventually(async () => {
        const asleep = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`
        return (await pool.query(asleep)).rowCount === 1
      })
      return [await v2('POST', '/webhooks', { body, headers }), await first].reverse()
    })
    const third = await v2('POST', '/webhooks', { body, headers })

    assert.deepEqual([second?.statusCode, second?.json().code], [409, 'idempotency_key_in_use'])
    assert.equal(second?.headers['retry-after'], '1')
    assert.deepEqual([first?.statusCode, third.body], [201, first?.body])
    assert.equal(await countHooks(body.name), 1)
  })

  test('a burst of twenty makes one', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()

    const answers = await Promise.all(Array.from({ length: 20 }, () => v2('POST', '/webhooks', { body, headers })))

    const made = answers.filter((one) => one.statusCode === 201)
    assert.ok(made.length > 0)
    assert.equal(new Set(made.map((one) => one.body)).size, 1)
    assert.ok(answers.every((one) => [201, 409].includes(one.statusCode)))
    assert.equal(await countHooks(body.name), 1)
  })

  for (const [what, does, status] of [
    ['the answer cannot be stored', `RAISE EXCEPTION 'full'`, 500],
    ['the connection is lost', 'PERFORM pg_terminate_backend(pg_backend_pid())', 503],
  ] as const) {
    test(`the change is not made when ${what}, and the key is free at once`, async () => {
      const headers = keyed(unique('key'))
      const body = aHook()

      const failed = await whileStoring(does, () => v2('POST', '/webhooks', { body, headers }))

      assert.equal(failed.statusCode, status)
      assert.equal(await countHooks(body.name), 0)
      assert.equal((await v2('POST', '/webhooks', { body, headers })).statusCode, 201)
      assert.equal(await countHooks(body.name), 1)
    })
  }
})

describe('what is kept under an Idempotency-Key', () => {
  test('is readable to nobody who has the database alone: neither the key nor the answer', async () => {
    const key = unique('key')
    const hook = (await v2('POST', '/webhooks', { body: aHook(), headers: keyed(key) })).json()
    assert.ok(hook.signature_key)

    const stored = JSON.stringify(await storedRows())

    assert.ok(!stored.includes(key))
    assert.ok(!stored.includes(hook.signature_key))
  })

  test('cannot be given to another client by moving its row', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()
    const before = new Set((await storedRows()).map(({ id }) => id))
    await v2('POST', '/webhooks', { body, headers })
    const row = (await storedRows()).find(({ id }) => !before.has(id))
    const [other] = [...before]
    await pool.query('UPDATE idempotency_keys SET encrypted_answer = $1 WHERE id = $2', [row?.encrypted_answer, other])
    await pool.query(
      `UPDATE idempotency_keys SET encrypted_answer = (SELECT encrypted_answer FROM idempotency_keys other
       WHERE other.id <> $1 AND other.id <> $2 LIMIT 1) WHERE id = $1`,
      [row?.id, other],
    )

    assert.equal((await v2('POST', '/webhooks', { body, headers })).statusCode, 503)
  })

  test('is kept for 24 hours, and swept after them', async () => {
    const headers = keyed(unique('key'))
    const body = aHook()
    const first = await v2('POST', '/webhooks', { body, headers })
    const later = async (hours: number) => {
      clock.advance(hours * 3600)
      const authorization = `Bearer ${await service.requestToken('payroll')}`
      return v2('POST', '/webhooks', { body, headers: { ...headers, authorization } })
    }

    assert.equal((await later(23.9)).body, first.body)
    const again = await later(0.2)
    assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [201, undefined])
    clock.advance(25 * 3600)
    await expireIdempotencyKeys.run({}, { ...service, signal: new AbortController().signal } as never)
    assert.deepEqual(await storedRows(), [])
  })
})
