import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApplication, globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, db, clock } = service
const { as } = portalCalls(service)

await anOrganization(service, { code: 'HQ' })
const everywhere = (role: string) => [{ role, organizations: ['HQ'], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles: everywhere(await aRole(service)) })
const permissions = ['applications:*', 'employees:read', 'users:read']
await aManager(service, { technical_id: 'M-SOME', profiles: everywhere(await aRole(service, { permissions })) })
const reading = await aRole(service, { permissions: ['applications:read'] })
await aManager(service, { technical_id: 'M-READ', profiles: everywhere(reading) })
const all = as('manager:M-ALL')
const some = as('manager:M-SOME')

async function tokenOf(id: string, secret: string): Promise<string | undefined> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
  return answer.json().access_token
}
const statusWith = async (token: string | undefined, path = '/employees') =>
  (await app.inject({ url: `/api/v2/client${path}`, headers: { authorization: `Bearer ${token}` } })).statusCode
const keyStatus = async (key: string, remoteAddress = '127.0.0.1') =>
  (await app.inject({ url: '/api/forms/', headers: { 'x-api-key': key }, remoteAddress })).statusCode

async function issued(given: object = {}) {
  const answer = await all('POST', '/admin/applications', {
    body: { id: unique('app'), permissions: ['employees:read'], ...given },
  })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json() as { id: string; secret: string; name: string; permissions: string[] }
}

describe('POST /admin/applications', () => {
  test('201 issues an application whose secret works, and is shown this once', async () => {
    const { id, secret, name } = await issued()

    const list = await all('GET', '/admin/applications?per_page=100')

    assert.equal(name, id)
    assert.equal(await statusWith(await tokenOf(id, secret)), 200)
    assert.ok(list.body.includes(id))
    assert.ok(!list.body.includes(secret) && !list.body.includes('secret'))
  })

  test('422 for an id that is or was there, and for what is not a permission', async () => {
    const { id } = await issued()
    await all('DELETE', `/admin/applications/${id}`)
    const codes = async (body: object) => {
      const answer = await all('POST', '/admin/applications', { body })
      return [answer.statusCode, answer.json().errors[0].field]
    }

    assert.deepEqual(await codes({ id, permissions: ['*'] }), [422, 'id'])
    assert.deepEqual(await codes({ id: unique('app'), permissions: ['all'] }), [422, 'permissions.0'])
    assert.deepEqual(await codes({ id: unique('app'), permissions: [] }), [422, 'permissions'])
  })

  test('403 for more than one holds oneself; what belongs together in roles counts', async () => {
    const post = async (...permissions: string[]) => {
      const answer = await some('POST', '/admin/applications', { body: { id: unique('app'), permissions } })
      return answer.statusCode === 201 ? 201 : answer.json().code
    }

    assert.equal(await post('employees:read', 'accounts:read'), 201)
    for (const one of ['*', 'employees:write', 'employees:*', 'accounts:write']) {
      assert.equal(await post('employees:read', one), 'beyond_own_permissions')
    }
    const refused = await as('manager:M-READ')('POST', '/admin/applications', { body: {} })
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'not_permitted'])
  })
})

describe('PATCH /admin/applications/{id}', () => {
  test('200 changes what it may do, at once', async () => {
    const { id, secret } = await issued()
    const token = await tokenOf(id, secret)
    assert.equal(await statusWith(token), 200)

    const answer = await all('PATCH', `/admin/applications/${id}`, {
      body: { name: 'Payroll', permissions: ['notes:read'] },
    })

    assert.deepEqual([answer.json().name, answer.json().permissions], ['Payroll', ['notes:read']])
    assert.equal(await statusWith(token), 403)
  })

  test('403 beyond the own permissions; 404 for a revoked one and another client’s', async () => {
    const { id } = await issued()
    await anApplication(service, { id: 'theirs', owners: [globex] })

    const beyond = await some('PATCH', `/admin/applications/${id}`, { body: { permissions: ['*'] } })
    const renamed = await some('PATCH', `/admin/applications/${id}`, { body: { name: 'Mine' } })
    await all('DELETE', `/admin/applications/${id}`)

    assert.deepEqual([beyond.statusCode, renamed.statusCode], [403, 200])
    for (const gone of [id, 'theirs', 'none']) {
      const answers = [
        await all('PATCH', `/admin/applications/${gone}`, { body: { name: 'X' } }),
        await all('POST', `/admin/applications/${gone}/secret`),
      ]
      assert.deepEqual(
        answers.map((one) => one.statusCode),
        [404, 404],
      )
    }
  })
})

describe('POST /admin/applications/{id}/secret', () => {
  test('200 makes a new secret; the old one and its tokens end', async () => {
    const { id, secret } = await issued()
    const token = await tokenOf(id, secret)
    assert.equal(await statusWith(token), 200)

    const answer = await all('POST', `/admin/applications/${id}/secret`)

    assert.equal(await statusWith(token), 401)
    assert.equal(await tokenOf(id, secret), undefined)
    assert.equal(await statusWith(await tokenOf(id, answer.json().secret)), 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
  })

  test('403 for an application that may do more than oneself: its secret would be the way there', async () => {
    const { id, secret } = await issued({ permissions: ['*'] })

    const answer = await some('POST', `/admin/applications/${id}/secret`)

    assert.equal(answer.json().code, 'beyond_own_permissions')
    assert.ok(await tokenOf(id, secret))
  })
})

describe('DELETE /admin/applications/{id}', () => {
  test('204 revokes it at once; it is then among the revoked', async () => {
    const { id, secret } = await issued()
    const token = await tokenOf(id, secret)
    assert.equal(await statusWith(token), 200)

    const answer = await all('DELETE', `/admin/applications/${id}`)

    assert.equal(answer.statusCode, 204)
    assert.equal(await statusWith(token), 401)
    const revoked = (await all('GET', '/admin/applications?revoked=true&per_page=100')).json()
    assert.ok(revoked.some((one: { id: string }) => one.id === id))
    assert.equal((await all('DELETE', '/admin/applications/none')).statusCode, 404)
  })
})

describe('GET /admin/applications', () => {
  test('200 goes by pages, and shows when one was last used, to the minute', async () => {
    const { id, secret } = await issued()
    const lastUse = async () =>
      (await db.selectFrom('applications').select('last_used_at').where('id', '=', id).executeTakeFirst())
        ?.last_used_at ?? undefined
    assert.equal(await lastUse(), undefined)

    const token = await tokenOf(id, secret)
    await statusWith(token)
    const first = await eventually(lastUse)
    clock.advance(31)
    await statusWith(token)
    clock.advance(31)
    await statusWith(token)
    const later = await eventually(async () => {
      const at = await lastUse()
      return at && at > first ? at : undefined
    })

    assert.ok(later.getTime() - first.getTime() >= 60_000)
    const page = await all('GET', '/admin/applications?per_page=1')
    assert.equal(page.json().length, 1)
    assert.equal(
      (await all('GET', `/admin/applications?per_page=1&cursor=${page.headers['next-cursor']}`)).json().length,
      1,
    )
    assert.equal((await all('GET', `/admin/api_keys?cursor=${page.headers['next-cursor']}`)).statusCode, 400)
  })
})

describe('/admin/api_keys', () => {
  test('201 issues a key for some addresses and for a while; 204 revokes it at once', async () => {
    const name = unique('key')
    const expires_at = new Date(clock.now().getTime() + 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')

    const answer = await all('POST', '/admin/api_keys', {
      body: { name, allowed_addresses: ['127.0.0.0/8'], expires_at },
    })

    const { key } = answer.json()
    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([await keyStatus(key), await keyStatus(key, '10.1.2.3')], [200, 403])
    const [listed] = (await all('GET', '/admin/api_keys?per_page=100'))
      .json()
      .filter((one: { name: string }) => one.name === name)
    assert.deepEqual(
      [listed.expires_at, listed.allowed_addresses, listed.key],
      [expires_at, ['127.0.0.0/8'], undefined],
    )
    assert.equal((await all('DELETE', `/admin/api_keys/${name}`)).statusCode, 204)
    assert.equal(await keyStatus(key), 403)
  })

  test('422 for a name that is taken, an address that is none, an end in the past; 403 without everything', async () => {
    const post = async (call: typeof all, body: object) => {
      const answer = await call('POST', '/admin/api_keys', { body })
      return answer.json().errors?.[0]?.field ?? answer.json().code
    }

    assert.equal(await post(all, { name: 'main' }), 'name')
    assert.equal(await post(all, { name: unique('k'), allowed_addresses: ['here'] }), 'allowed_addresses.0')
    assert.equal(await post(all, { name: unique('k'), expires_at: '2020-01-01T00:00:00Z' }), 'expires_at')
    assert.equal(await post(some, { name: unique('k') }), 'beyond_own_permissions')
    assert.equal((await all('DELETE', '/admin/api_keys/none')).statusCode, 404)
  })
})
