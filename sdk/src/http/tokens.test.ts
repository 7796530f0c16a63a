import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { inEnglish, unique } from '../../../server/test/harness/builders.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { type Seen, startProxy } from '../../test/proxy.ts'
import { createDossier } from '../index.ts'

const { url, pool: db } = await startServing()
const credentials = credentialsOf('payroll')
const basic = `Basic ${btoa(`${credentials.applicationId}:${credentials.applicationSecret}`)}`

/** An sdk with a proxy of its own, so that only its calls are counted. */
async function anSdk(answer?: (seen: Seen) => Promise<Response | undefined>) {
  const proxy = await startProxy(url, answer)
  return { sdk: createDossier({ baseUrl: proxy.url, ...credentials }), ...proxy }
}

async function revoke(token = ''): Promise<void> {
  const answer = await fetch(`${url}/api/v2/client/revoke_token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: new URLSearchParams({ token }),
  })
  assert.equal(answer.status, 200)
}

const statuses = (calls: Seen[]) => calls.map((one) => one.status)
const refuseToken = () =>
  Response.json(
    { code: 'invalid_token', message: 'No.' },
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="dossier", error="invalid_token"' } },
  )

describe('the access token', () => {
  test('is fetched once for calls that start together, and used by later ones', async () => {
    const { sdk, tokenCalls, otherCalls } = await anSdk()

    await Promise.all(Array.from({ length: 20 }, () => sdk.roles.page()))
    await sdk.raw.GET('/api/v2/client/users')

    assert.equal(tokenCalls().length, 1)
    assert.deepEqual(statuses(otherCalls()), Array(21).fill(200))
    assert.equal(new Set(otherCalls().map((one) => one.token)).size, 1)
  })

  test('is asked for below an address that ends in slashes', async () => {
    const sdk = createDossier({ baseUrl: `${url}//`, ...credentials })

    assert.ok((await sdk.roles.page()).items)
  })

  test('is fetched again by a later call when the first fetch failed, which all that waited for it are told', async () => {
    let isDown = true
    const { sdk, tokenCalls } = await anSdk(async ({ path }) =>
      isDown && path.endsWith('/tokens') ? new Response('down', { status: 500 }) : undefined,
    )

    const failed = await Promise.allSettled([sdk.roles.page(), sdk.users.page()])
    isDown = false
    const { items } = await sdk.roles.page()

    assert.deepEqual(
      failed.map((one) => one.status === 'rejected' && one.reason.status),
      [500, 500],
    )
    assert.ok(items)
    assert.equal(tokenCalls().length, 2)
  })
})

describe('a token that was revoked', () => {
  test('is replaced, and the call is made once more', async () => {
    const { sdk, tokenCalls, otherCalls } = await anSdk()
    await sdk.roles.page()
    await revoke(otherCalls()[0]?.token)

    const { items } = await sdk.roles.page()
    await sdk.roles.page()

    assert.ok(Array.isArray(items))
    assert.deepEqual(statuses(otherCalls()), [200, 401, 200, 200])
    assert.equal(tokenCalls().length, 2)
  })

  test('costs a call with a body nothing: it is sent again whole', async () => {
    const { sdk, otherCalls } = await anSdk()
    const id = unique('ds')
    await sdk.datasets.put(id, { dimensions: [{ id: 'country', localized_names: [] }] })
    await revoke(otherCalls()[0]?.token)
    const values = Array.from({ length: 3000 }, (_, n) => ({
      code: `c${n}`,
      localized_names: inEnglish(`Été ${n} 🙂`),
    }))

    const result = await sdk.datasets.values(id).bulk(values)

    assert.equal(result.created, 3000)
    const [, refused, repeated] = otherCalls()
    assert.equal(refused?.status, 401)
    assert.deepEqual(JSON.parse(repeated?.body ?? ''), { values })
    assert.equal(repeated?.body, refused?.body)
  })

  test('is replaced by one fetch for all calls that run into it', async () => {
    const { sdk, tokenCalls, otherCalls } = await anSdk()
    await sdk.roles.page()
    await revoke(otherCalls()[0]?.token)

    await Promise.all(Array.from({ length: 10 }, () => sdk.roles.page()))

    assert.equal(tokenCalls().length, 2)
    assert.equal(statuses(otherCalls()).filter((one) => one === 200).length, 11)
  })

  test('does not take its successor along when a slow call is refused late', async () => {
    const gate = Promise.withResolvers<void>()
    const { sdk, tokenCalls, otherCalls } = await anSdk(async ({ path }) => {
      if (path.includes('/users')) await gate.promise
      return undefined
    })
    await sdk.roles.page()
    await revoke(otherCalls()[0]?.token)
    const slow = sdk.users.page()
    await sdk.roles.page()

    gate.resolve()
    const { items } = await slow

    assert.ok(items)
    assert.equal(tokenCalls().length, 2)
  })

  test('does not end a walk through a list', async () => {
    const { sdk, otherCalls } = await anSdk()
    const q = unique('mark')
    const codes = ['a', 'b', 'c'].map((one) => `${q}-${one}`)
    for (const code of codes) await sdk.organizations.put(code, { name: code })

    const seen: string[] = []
    for await (const { code } of sdk.organizations.list({ q, per_page: 1, sort: 'code' })) {
      seen.push(code)
      await revoke(otherCalls().at(-1)?.token)
    }

    assert.deepEqual(seen, codes)
  })

  test('401 when the new one is refused too: it does not try a third time', async () => {
    const { sdk, tokenCalls, otherCalls } = await anSdk(async ({ path }) =>
      path.includes('/roles') ? refuseToken() : undefined,
    )

    await assert.rejects(sdk.roles.page(), { name: 'DossierError', status: 401, code: 'invalid_token' })

    assert.equal(otherCalls().length, 2)
    assert.equal(tokenCalls().length, 2)
  })

  test('is answered as a refusal where the application itself was taken back', async () => {
    const { sdk, otherCalls } = await anSdk(async ({ path }) =>
      path.endsWith('/tokens') && otherCalls().length > 0
        ? Response.json({ error: 'invalid_client', error_description: 'No.' }, { status: 401 })
        : undefined,
    )
    await sdk.roles.page()
    await revoke(otherCalls()[0]?.token)

    await assert.rejects(sdk.roles.page(), {
      name: 'DossierError',
      status: 401,
      code: 'invalid_client',
      message: 'No.',
    })
  })
})

describe('a token that expired', () => {
  test('is replaced when the service says so', async () => {
    const { sdk, tokenCalls, otherCalls } = await anSdk()
    await sdk.roles.page()
    await db.query(`UPDATE access_tokens SET expires_at = now() - interval '1 s'`)
    await revoke() // The service remembers tokens for a moment; this makes it look again.

    const { items } = await sdk.roles.page()

    assert.ok(items)
    assert.deepEqual(statuses(otherCalls()), [200, 401, 200])
    assert.equal(tokenCalls().length, 2)
  })

  test('is replaced a minute before its time, by one fetch', async (t) => {
    const { sdk, tokenCalls, otherCalls } = await anSdk()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    await sdk.roles.page()

    t.mock.timers.tick(3_539_000)
    await sdk.roles.page()
    const early = tokenCalls().length
    t.mock.timers.tick(1_000)
    await Promise.all([sdk.roles.page(), sdk.users.page()])

    assert.equal(early, 1)
    assert.equal(tokenCalls().length, 2)
    assert.deepEqual(statuses(otherCalls()), [200, 200, 200, 200])
  })
})
