import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

const LIMIT = 5
const service = await startApp({ callsPerMinute: LIMIT })
const { app, v2 } = service

describe('RateLimit', () => {
  test('tells what is left, and 429 with Retry-After follows in the shape of group A', async () => {
    const lefts: string[] = []
    for (let call = 0; call < LIMIT; call += 1) {
      const { statusCode, headers } = await v2('GET', '/datasets')
      assert.equal(statusCode, 200)
      assert.equal(headers['ratelimit-policy'], `"credentials";q=${LIMIT};w=60`)
      lefts.push(String(headers.ratelimit))
    }

    const refused = await v2('PUT', `/datasets/${unique('d')}`, { body: {} })

    assert.deepEqual(
      lefts.map((one) => /^"credentials";r=(\d+);t=(?:60|5\d)$/.exec(one)?.[1]),
      ['4', '3', '2', '1', '0'],
    )
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_calls'])
    const wait = Number(refused.headers['retry-after'])
    assert.ok(wait > 50 && wait <= 60)
    assert.equal(refused.headers.ratelimit, `"credentials";r=0;t=${wait}`)
  })

  test('other credentials, of the same client and of another, have a limit of their own', async () => {
    assert.equal((await v2('GET', '/datasets', { application: 'reader' })).statusCode, 200)
    assert.equal((await v2('GET', '/datasets', { application: 'rival' })).statusCode, 200)
  })

  test('429 in the shapes of groups B and C, which share the limit of an API key', async () => {
    const headers = { 'x-api-key': 'acme-api-key' }
    for (let call = 0; call < LIMIT; call += 1) {
      const { statusCode } = await app.inject({ url: '/api/requests/', headers })
      assert.equal(statusCode, 200)
    }

    const note = await app.inject({ method: 'POST', url: '/api/v1/notes/employees/', headers, payload: {} })
    const list = await app.inject({ url: '/api/articles/', headers })

    assert.deepEqual([note.statusCode, note.json().code], [429, 429])
    assert.deepEqual([list.statusCode, Object.keys(list.json())], [429, ['detail']])
  })

  test('calls without credentials are not counted, nor told of it', async () => {
    const { statusCode, headers } = await app.inject({ url: '/api/v2/client/datasets' })

    assert.deepEqual([statusCode, headers.ratelimit, headers['ratelimit-policy']], [401, undefined, undefined])
  })
})

test('RateLimit can be switched off', async () => {
  const { v2 } = await startApp({ callsPerMinute: 0 })

  const { statusCode, headers } = await v2('GET', '/datasets')

  assert.deepEqual([statusCode, headers.ratelimit], [200, undefined])
})
