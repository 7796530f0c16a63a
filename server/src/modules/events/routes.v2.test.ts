import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApplication, basic, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { app, v2 } = service

/** An event of a client, made by a call. */
async function anEvent(application: 'payroll' | 'rival' = 'payroll') {
  const code = unique('org')
  await v2('PUT', `/organizations/${code}`, { body: { name: 'Lyon' }, application })
  return (await v2('GET', `/events?resource_id=${code}`, { application })).json()[0]
}

describe('GET /events/{id}', () => {
  test('200 reads one, as the list has it', async () => {
    const event = await anEvent()

    const answer = await v2('GET', `/events/${event.id}`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), event)
  })

  test('200 takes the id in capital letters', async () => {
    const event = await anEvent()

    assert.deepEqual((await v2('GET', `/events/${event.id.toUpperCase()}`)).json(), event)
  })

  test("404 for another client's event, word for word as for an absent one", async () => {
    const theirs = (await anEvent('rival')).id
    const absent = '01940000-0000-7000-8000-000000000000'

    const others = await v2('GET', `/events/${theirs}`)
    const unknown = await v2('GET', `/events/${absent}`)

    assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
    assert.deepEqual(unknown.json(), { code: 'not_found', message: `Event ${absent} not found.` })
    assert.equal(others.body.replaceAll(theirs, '…'), unknown.body.replaceAll(absent, '…'))
  })

  for (const id of [
    '1',
    'employee.created',
    '01940000-0000-7000-8000-00000000000',
    '01940000-0000-7000-8000-00000000000g',
    "'; --",
    'é',
    '%00',
    'x'.repeat(101),
  ]) {
    test(`404 for ${id.slice(0, 40)}, which is not a UUID`, async () => {
      const answer = await v2('GET', `/events/${id === '%00' ? id : encodeURIComponent(id)}`)

      assert.equal(answer.statusCode, 404)
      assert.equal(answer.json().code, 'not_found')
    })
  }
})

for (const path of ['/events', '/events/{id}']) {
  const pathOf = async () => path.replace('{id}', (await anEvent()).id)

  describe(`GET ${path}`, () => {
    const bearer = 'Bearer realm="dossier"'
    const credentials = {
      'no credentials': { headers: {}, code: 'invalid_credentials', challenge: bearer },
      'a token nobody was given': {
        headers: { authorization: 'Bearer aGVsbG8' },
        code: 'invalid_token',
        challenge: `${bearer}, error="invalid_token"`,
      },
      'an application id and secret': {
        headers: { authorization: basic('payroll', 'payroll-secret') },
        code: 'invalid_token',
        challenge: `${bearer}, error="invalid_token"`,
      },
      'an API key': { headers: { 'x-api-key': 'acme-api-key' }, code: 'invalid_credentials', challenge: bearer },
    }
    for (const [what, { headers, code, challenge }] of Object.entries(credentials)) {
      test(`401 for ${what}`, async () => {
        const answer = await app.inject({ url: `/api/v2/client${await pathOf()}`, headers })

        assert.equal(answer.statusCode, 401)
        assert.equal(answer.json().code, code)
        assert.equal(answer.headers['www-authenticate'], challenge)
      })
    }

    test('403 for an application that was not issued for events', async () => {
      const answer = await v2('GET', await pathOf(), { application: 'reader' })

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(answer.json(), {
        code: 'insufficient_scope',
        message: 'This application lacks the permission events:read.',
      })
    })

    test('200 for an application that was issued for events:read and what the event tells of', async () => {
      const { id, secret } = await anApplication(service, { permissions: ['events:read', 'organizations:read'] })
      const token = await app.inject({
        method: 'POST',
        url: '/api/v2/client/tokens',
        headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'grant_type=client_credentials&scope=client&client_id=acme',
      })
      const headers = { authorization: `Bearer ${token.json().access_token}` }

      const answer = await app.inject({ url: `/api/v2/client${await pathOf()}`, headers })

      assert.equal(answer.statusCode, 200)
    })

    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'] as const) {
      test(`405 for ${method}: nobody writes the log`, async () => {
        const answer = await v2(method, await pathOf(), method === 'DELETE' ? {} : { body: {} })

        assert.equal(answer.statusCode, 405)
        assert.equal(answer.headers.allow, 'GET, HEAD')
      })
    }
  })
}
