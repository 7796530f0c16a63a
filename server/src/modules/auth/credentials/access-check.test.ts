import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expireTokens } from '#modules/auth/jobs.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme, anApiKey, anApplication, basic } from '#test/harness/builders.ts'
import { revokeApiKey, revokeApplication } from './revoke-credentials.ts'

const service = await startApp()
const { app, db, clock } = service
clock.stop()

async function aToken(): Promise<{ id: string; token: string }> {
  const { id, secret } = await anApplication(service)
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
  return { id, token: answer.json().access_token }
}

/** An address that is not there: what it costs is what recognising the caller costs. */
const byToken = (token: string) =>
  app.inject({ url: '/api/v2/client/nowhere', headers: { authorization: `Bearer ${token}` } })
const byKey = (key: string, remoteAddress = '10.9.9.9') =>
  app.inject({ url: '/api/nowhere', headers: { 'x-api-key': key }, remoteAddress })

/** How often something is asked of the database meanwhile: by a lookup, or over a connection of the pool. */
async function connectionsTaken(parts: Pick<TestApp, 'pool' | 'db'>, step: () => Promise<unknown>): Promise<number> {
  let taken = 0
  const count = () => {
    taken += 1
  }
  const { sharedConnections: lanes } = parts.db
  const ask = lanes.query
  parts.pool.on('acquire', count)
  lanes.query = (config) => {
    count()
    return ask.call(lanes, config) as ReturnType<typeof lanes.query> as Promise<never[]>
  }
  await step()
  lanes.query = ask
  parts.pool.off('acquire', count)
  return taken
}

describe('a recognised access token', () => {
  test('costs a query and the note of its use once, and none for the next 30 s', async () => {
    const { token } = await aToken()

    const first = await connectionsTaken(service, () => byToken(token))
    const second = await connectionsTaken(service, () => byToken(token))
    clock.advance(29)
    const third = await connectionsTaken(service, () => byToken(token))
    clock.advance(2)
    const fourth = await connectionsTaken(service, () => byToken(token))

    assert.deepEqual([first, second, third, fourth], [2, 0, 0, 1])
  })

  test('that another process deletes is refused after 30 s at the latest', async () => {
    const { id, token } = await aToken()
    const before = await byToken(token)
    await db.deleteFrom('access_tokens').where('application_id', '=', id).execute()

    clock.advance(31)
    const after = await byToken(token)

    assert.equal(before.statusCode, 404)
    assert.equal(after.statusCode, 401)
    assert.equal(after.json().code, 'invalid_token')
  })

  test('is refused 30 s after its application was revoked, and cannot be asked for anew', async () => {
    const { id, token } = await aToken()
    await byToken(token)
    await service.doWork(acme, (work) => revokeApplication(work, id))

    clock.advance(31)

    assert.equal((await byToken(token)).statusCode, 401)
    const tokens = await db.selectFrom('access_tokens').selectAll().where('application_id', '=', id).execute()
    assert.deepEqual(tokens, [])
  })

  test('takes new permissions after 30 s', async () => {
    const { id, token } = await aToken()
    await byToken(token)
    await anApplication(service, { id, permissions: ['webhooks:read'] })

    clock.advance(31)

    assert.equal((await byToken(token)).statusCode, 403)
  })

  test('is not remembered beyond its end', async () => {
    const { token } = await aToken()
    clock.advance(3590)
    const before = await byToken(token)
    clock.advance(11)

    const after = await byToken(token)

    assert.deepEqual([before.statusCode, after.statusCode], [404, 401])
  })

  test('that is unknown is looked for each time: it may be issued by another process meanwhile', async () => {
    const taken = await connectionsTaken(service, async () => {
      await byToken('unknown')
      await byToken('unknown')
    })

    assert.equal(taken, 2)
  })
})

describe('a recognised API key', () => {
  test('costs no query for 30 s, and then two: it is counted as a guess only when it comes first', async () => {
    const { key } = await anApiKey(service)

    await byKey(key)
    const second = await connectionsTaken(service, () => byKey(key))
    clock.advance(31)
    const third = await connectionsTaken(service, () => byKey(key))

    assert.deepEqual([second, third], [0, 2])
  })

  test('is refused 30 s after it was revoked', async () => {
    const { name, key } = await anApiKey(service)
    const before = await byKey(key)
    await service.doWork(acme, (work) => revokeApiKey(work, name))

    clock.advance(31)

    assert.deepEqual([before.statusCode, (await byKey(key)).statusCode], [404, 403])
  })

  test('is refused from the moment of its expiry, though it was remembered', async () => {
    const expires_at = new Date(clock.now().getTime() + 10_000).toISOString()
    const { key } = await anApiKey(service, { expires_at })

    const before = await byKey(key)
    clock.advance(11)
    const after = await byKey(key)

    assert.deepEqual([before.statusCode, after.statusCode], [404, 403])
  })

  test('is not an access token, and an access token is not an API key', async () => {
    const { token } = await aToken()
    const { key } = await anApiKey(service)
    await byToken(token)
    await byKey(key)

    assert.deepEqual([(await byKey(token)).statusCode, (await byToken(key)).statusCode], [403, 401])
  })
})

describe('the job auth.expire-tokens', () => {
  test('removes tokens that ended and failures that are forgotten, and no others', async () => {
    const old = await aToken()
    await app.inject({ url: '/api/nowhere', headers: { 'x-api-key': 'wrong' }, remoteAddress: '10.8.8.8' })
    clock.advance(3601)
    const fresh = await aToken()

    await expireTokens.run({}, { ...service, signal: new AbortController().signal })

    const owners = (await db.selectFrom('access_tokens').select('application_id').execute()).map(
      (one) => one.application_id,
    )
    assert.ok(!owners.includes(old.id))
    assert.ok(owners.includes(fresh.id))
    assert.deepEqual(await db.selectFrom('login_failures').selectAll().execute(), [])
  })
})
