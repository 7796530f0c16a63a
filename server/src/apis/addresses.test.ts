import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, anApplication, basic, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { app, v2 } = service
const key = { 'x-api-key': 'acme-api-key' }
const nothing = 'No resource exists at this URL.'

describe('an address that is not there', () => {
  const cases = [
    { url: '/api/v2/client/nowhere', as: 'token', body: { code: 'not_found', message: nothing } },
    { url: '/api/v2/client/', as: 'token', body: { code: 'not_found', message: nothing } },
    { url: '/api/v2/client/datasets/a/b/c/d', as: 'token', body: { code: 'not_found', message: nothing } },
    { url: '/api/v1/nowhere/', as: 'key', body: { errors: nothing } },
    { url: '/api/nowhere/', as: 'key', body: { detail: nothing } },
    { url: '/api/v2/nowhere', as: 'key', body: { detail: nothing } },
    { url: '/nowhere', as: 'nobody', body: { code: 'not_found', message: nothing } },
    { url: '/projects/1/nowhere/', as: 'key', body: { errors: nothing } },
    { url: '/%', as: 'nobody', body: { code: 'not_found', message: nothing } },
    { url: '/%ff', as: 'nobody', body: { code: 'not_found', message: nothing } },
  ]
  for (const { url, as, body } of cases) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      test(`404 for ${method} ${url}, in the shape of its group, with a request id`, async () => {
        const headers = as === 'token' ? await service.as('payroll') : as === 'key' ? key : {}

        const answer = await app.inject({ method, url, headers })

        assert.equal(answer.statusCode, 404)
        assert.deepEqual(answer.json(), body)
        assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/)
      })
    }
  }

  test('401 in group A without a token: nobody learns what is there', async () => {
    const answer = await app.inject({ url: '/api/v2/client/nowhere' })

    assert.equal(answer.statusCode, 401)
    assert.equal(answer.json().code, 'invalid_credentials')
  })

  for (const url of ['/api/v1/nowhere', '/api/nowhere']) {
    test(`403 at ${url} without a key`, async () => {
      assert.equal((await app.inject({ url })).statusCode, 403)
    })
  }
})

describe('an application with few permissions', () => {
  test('403 at an address of a resource it was not issued for, whether it is there or not', async () => {
    for (const [method, path, needed] of [
      ['GET', '/nowhere', 'nowhere:read'],
      ['HEAD', '/nowhere', 'nowhere:read'],
      ['POST', '/nowhere/5', 'nowhere:write'],
      ['GET', '/', ':read'],
      ['DELETE', '/datasets/a/b/c/d', 'datasets:write'],
    ] as const) {
      const answer = await v2(method, path, { application: 'reader' })

      assert.equal(answer.statusCode, 403, path)
      if (method === 'HEAD') continue
      assert.deepEqual(answer.json(), {
        code: 'insufficient_scope',
        message: `This application lacks the permission ${needed}.`,
      })
    }
  })

  test('404 at an unknown address of a resource it was issued for', async () => {
    assert.equal((await v2('GET', '/datasets/a/b/c/d', { application: 'reader' })).statusCode, 404)
  })

  const table = [
    { permissions: ['*'], read: 200, write: 201 },
    { permissions: ['datasets:*'], read: 200, write: 201 },
    { permissions: ['datasets:read'], read: 200, write: 403 },
    { permissions: ['datasets:write'], read: 403, write: 201 },
    { permissions: ['datasets:read', 'datasets:write'], read: 200, write: 201 },
    { permissions: ['webhooks:*'], read: 403, write: 403 },
    { permissions: [], read: 403, write: 403 },
  ]
  for (const { permissions, read, write } of table) {
    test(`[${permissions}] reads with ${read} and writes with ${write}`, async () => {
      const { id, secret } = await anApplication(service, { permissions })
      const { access_token } = (
        await app.inject({
          method: 'POST',
          url: '/api/v2/client/tokens',
          headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'grant_type=client_credentials&scope=client&client_id=acme',
        })
      ).json()
      const headers = { authorization: `Bearer ${access_token}` }

      const reading = await app.inject({ url: '/api/v2/client/datasets', headers })
      const url = `/api/v2/client/datasets/${unique('ds')}`
      const writing = await app.inject({ method: 'PUT', url, headers, payload: {} })

      assert.deepEqual([reading.statusCode, writing.statusCode], [read, write])
    })
  }
})

describe('a known address with a method that it does not take', () => {
  const cases = [
    { method: 'POST', url: '/api/v2/client/datasets', allow: 'GET, HEAD' },
    { method: 'PATCH', url: '/api/v2/client/datasets/x', allow: 'DELETE, GET, HEAD, PUT' },
    { method: 'PUT', url: '/api/v2/client/datasets/x/values', allow: 'GET, HEAD' },
    { method: 'POST', url: '/api/v2/client/datasets/x/values/fr/', allow: 'DELETE, GET, HEAD, PUT' },
    { method: 'PATCH', url: '/api/v2/client/datasets/x/values/bulk', allow: 'DELETE, GET, HEAD, POST, PUT' },
    { method: 'DELETE', url: '/api/v2/client/tokens', allow: 'POST' },
    { method: 'GET', url: '/api/v2/client/revoke_token?x=1', allow: 'POST' },
  ] as const
  for (const { method, url, allow } of cases) {
    test(`405 for ${method} ${url}, with Allow, in the shape of group A`, async () => {
      const answer = await app.inject({ method, url, headers: await service.as('payroll') })

      assert.equal(answer.statusCode, 405)
      assert.equal(answer.headers.allow, allow)
      assert.deepEqual(answer.json(), {
        code: 'method_not_allowed',
        message: `Method not allowed (allowed: ${allow}).`,
      })
    })
  }

  test('405 on a page of the site', async () => {
    const answer = await app.inject({ method: 'POST', url: '/health/live' })

    assert.equal(answer.statusCode, 405)
    assert.equal(answer.headers.allow, 'GET, HEAD')
  })
})

describe('a trailing slash', () => {
  test('never matters', async () => {
    const id = await aDataset(service, { values: ['fr'] })

    for (const path of ['/datasets/', `/datasets/${id}/`, `/datasets/${id}/values/`, `/datasets/${id}/values/fr/`]) {
      assert.equal((await v2('GET', path)).statusCode, 200, path)
      assert.equal((await v2('GET', path)).body, (await v2('GET', path.slice(0, -1))).body)
    }
  })
})

describe('/portal/api', () => {
  test('401 for everyone: there is nobody to be logged in yet', async () => {
    for (const headers of [{}, key, await service.as('payroll'), { cookie: 'session=x' }]) {
      const answer = await app.inject({ url: '/portal/api/me', headers })

      assert.equal(answer.statusCode, 401)
      assert.deepEqual(answer.json(), { code: 'not_logged_in', message: 'Log in to continue.' })
    }
  })
})

describe('every answer', () => {
  test('carries an X-Request-Id of its own, and none that the caller made up', async () => {
    const seen = new Set<string>()
    for (const url of ['/health/live', '/nowhere', '/%', '/api/nowhere', '/api/v2/client/datasets', '/openapi.json']) {
      const answer = await app.inject({ url, headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
      seen.add(String(answer.headers['x-request-id']))
    }

    assert.equal(seen.size, 6)
    assert.ok([...seen].every((one) => /^[0-9a-f-]{36}$/.test(one)))
  })
})
