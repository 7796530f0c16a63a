import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey } from '#test/harness/builders.ts'

const service = await startApp()
const { app, clock } = service
let lastAddress = 0

/** A call to an address of a group that is not there: 403 without a key, 404 with one. */
function call(path: string, headers: Record<string, string>, remoteAddress?: string) {
  lastAddress += 1
  return app.inject({ url: path, headers, remoteAddress: remoteAddress ?? `10.2.0.${lastAddress}` })
}

const groups = [
  {
    path: '/api/v1/nowhere/',
    refused: (message: string) => ({ code: 403, message, detail: message }),
    absent: { errors: 'No resource exists at this URL.' },
  },
  {
    path: '/api/nowhere/',
    refused: (message: string) => ({ detail: message }),
    absent: { detail: 'No resource exists at this URL.' },
  },
]

for (const { path, refused, absent } of groups) {
  describe(`an API key at ${path}`, () => {
    for (const header of ['X-API-KEY', 'x-api-key', 'x_api_key', 'X_API_KEY']) {
      test(`is taken from the header ${header}`, async () => {
        const answer = await call(path, { [header]: 'acme-api-key' })

        assert.equal(answer.statusCode, 404)
        assert.deepEqual(answer.json(), absent)
      })
    }

    test('403 when it is missing or empty', async () => {
      const answers = [await call(path, {}), await call(path, { 'x-api-key': '' })]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 403)
        assert.deepEqual(answer.json(), refused('An API key is required.'))
      }
    })

    test('403 when it is wrong, or something else than a key', async () => {
      const { authorization } = await service.as('payroll')
      const wrong = ['nonsense', 'acme-api-ke', 'ACME-API-KEY', 'payroll-secret', authorization.replace('Bearer ', '')]

      for (const key of wrong) {
        const answer = await call(path, { 'x-api-key': key })

        assert.equal(answer.statusCode, 403)
        assert.deepEqual(answer.json(), refused('The API key is not valid.'))
      }
    })

    test('403 for a bearer token in its place', async () => {
      assert.equal((await call(path, await service.as('payroll'))).statusCode, 403)
    })
  })
}

describe('an API key with an allow-list', () => {
  const lists = [
    {
      allowed: ['192.0.2.7'],
      taken: ['192.0.2.7', '::ffff:192.0.2.7'],
      refused: ['192.0.2.8', '10.0.0.1', '::1'],
    },
    { allowed: ['198.51.100.0/24'], taken: ['198.51.100.1', '198.51.100.255'], refused: ['198.51.101.1'] },
    { allowed: ['2001:db8::/32'], taken: ['2001:db8::1', '2001:db8:ffff::1'], refused: ['2001:db9::1', '192.0.2.7'] },
    { allowed: ['192.0.2.1', '203.0.113.0/28'], taken: ['192.0.2.1', '203.0.113.15'], refused: ['203.0.113.16'] },
    { allowed: [], taken: ['192.0.2.7', '2001:db8::1'], refused: [] },
  ]
  for (const { allowed, taken, refused } of lists) {
    test(`of [${allowed}] is taken from these addresses and no others`, async () => {
      const { key } = await anApiKey(service, { allowed_addresses: allowed })
      const statusFrom = async (address: string) =>
        (await call('/api/nowhere', { 'x-api-key': key }, address)).statusCode

      for (const address of taken) assert.equal(await statusFrom(address), 404, address)
      for (const address of refused) assert.equal(await statusFrom(address), 403, address)
      for (const address of taken) assert.equal(await statusFrom(address), 404, address)
    })
  }

  test('does not believe X-Forwarded-For unless a proxy is trusted', async () => {
    const { key } = await anApiKey(service, { allowed_addresses: ['192.0.2.99'] })

    const answer = await call('/api/nowhere', { 'x-api-key': key, 'x-forwarded-for': '192.0.2.99' })

    assert.equal(answer.statusCode, 403)
  })
})

describe('an API key with an expiry', () => {
  test('is taken until then, and refused after', async () => {
    const expires_at = new Date(clock.now().getTime() + 3_600_000).toISOString()
    const { key } = await anApiKey(service, { expires_at })

    clock.advance(3590)
    const before = await call('/api/nowhere', { 'x-api-key': key })
    clock.advance(11)
    const after = await call('/api/nowhere', { 'x-api-key': key })

    assert.deepEqual([before.statusCode, after.statusCode], [404, 403])
    assert.deepEqual(after.json(), { detail: 'The API key is not valid.' })
  })
})
