import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApplication, basic, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { app, db, clock } = service
clock.stop()
let lastAddress = 0

function anAddress(): string {
  lastAddress += 1
  return `10.${Math.floor(lastAddress / 65536)}.${Math.floor(lastAddress / 256) % 256}.${lastAddress % 256}`
}

function ask(id: string, secret: string, remoteAddress: string) {
  return app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    remoteAddress,
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&scope=client&client_id=acme',
  })
}

const useKey = (key: string, remoteAddress: string, path = '/api/nowhere') =>
  app.inject({ url: path, remoteAddress, headers: { 'x-api-key': key } })

async function failTimes(times: number, fail: (index: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const statuses = []
  for (let index = 0; index < times; index++) statuses.push((await fail(index)).statusCode)
  return statuses
}

describe('guesses at POST /tokens from one address', () => {
  test('429 with Retry-After after ten failures, whatever the application, also for the right secret', async () => {
    const { id, secret } = await anApplication(service)
    const address = anAddress()

    const statuses = await failTimes(10, () => ask(unique('nobody'), 'wrong', address))
    const answer = await ask(id, secret, address)

    assert.deepEqual(statuses, Array(10).fill(401))
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.headers['retry-after'], '1')
    assert.deepEqual(answer.json(), {
      error: 'too_many_failures',
      error_description: 'Too many failed attempts. Try again later.',
    })
  })

  test('200 for the right secret after the wait, and from other addresses all the while', async () => {
    const { id, secret } = await anApplication(service)
    const address = anAddress()
    await failTimes(10, () => ask(unique('nobody'), 'wrong', address))

    const elsewhere = await ask(id, secret, anAddress())
    clock.advance(2)
    const later = await ask(id, secret, address)

    assert.deepEqual([elsewhere.statusCode, later.statusCode], [200, 200])
  })

  test('the wait doubles with each further failure, up to fifteen minutes', async () => {
    const address = anAddress()
    await failTimes(10, () => ask(unique('nobody'), 'wrong', address))

    const waits = []
    for (let failure = 0; failure < 11; failure++) {
      const refused = await ask(unique('nobody'), 'wrong', address)
      const seconds = Number(refused.headers['retry-after'])
      waits.push(seconds)
      clock.advance(seconds)
      await ask(unique('nobody'), 'wrong', address)
    }

    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900])
  })

  test('a refused attempt is not a failure: waiting is not made longer by trying', async () => {
    const address = anAddress()
    await failTimes(10, () => ask(unique('nobody'), 'wrong', address))

    await failTimes(20, () => ask(unique('nobody'), 'wrong', address))

    assert.equal((await ask(unique('nobody'), 'wrong', address)).headers['retry-after'], '1')
  })

  test('failures are forgotten after thirty minutes', async () => {
    const address = anAddress()
    await failTimes(9, () => ask(unique('nobody'), 'wrong', address))
    clock.advance(1801)

    const statuses = await failTimes(10, () => ask(unique('nobody'), 'wrong', address))

    assert.deepEqual(statuses, Array(10).fill(401))
  })

  test('the count is shared by all processes: it is in the database', async () => {
    const address = anAddress()
    await failTimes(10, () => ask(unique('nobody'), 'wrong', address))

    const { blocked_until } = await db
      .selectFrom('login_failures')
      .selectAll()
      .where('subject', '=', service.keyring.fingerprint(`address ${address}`))
      .executeTakeFirstOrThrow()

    assert.ok(blocked_until > clock.now())
  })
})

describe('guesses at one application', () => {
  test('429 after thirty failures from as many addresses', async () => {
    const { id, secret } = await anApplication(service)

    const statuses = await failTimes(30, () => ask(id, 'wrong', anAddress()))
    const answer = await ask(id, secret, anAddress())

    assert.deepEqual(statuses, Array(30).fill(401))
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.headers['retry-after'], '1')
  })

  test('429 also when the id was written in other ways, which name the same application', async () => {
    const { id, secret } = await anApplication(service, { id: unique('abcdefgh') })
    const spelling = (index: number) =>
      [...id].map((letter, at) => ((index >> at) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter)).join('')

    await failTimes(60, (index) => ask(spelling(index), 'wrong', anAddress()))
    const answer = await ask(id, secret, anAddress())

    assert.equal(answer.statusCode, 429)
  })

  test('leave other applications alone', async () => {
    const guessed = await anApplication(service)
    const other = await anApplication(service)
    await failTimes(30, () => ask(guessed.id, 'wrong', anAddress()))

    assert.equal((await ask(other.id, other.secret, anAddress())).statusCode, 200)
  })
})

describe('guesses at API keys from one address', () => {
  for (const [path, body] of [
    ['/api/v1/nowhere', { errors: 'Too many failed attempts. Try again later.' }],
    ['/api/nowhere', { detail: 'Too many failed attempts. Try again later.' }],
  ] as const) {
    test(`429 with Retry-After after ten failures at ${path}, in the shape of the group`, async () => {
      const address = anAddress()

      const statuses = await failTimes(10, () => useKey(unique('wrong'), address, path))
      const answer = await useKey(unique('wrong'), address, path)

      assert.deepEqual(statuses, Array(10).fill(403))
      assert.equal(answer.statusCode, 429)
      assert.equal(answer.headers['retry-after'], '1')
      assert.deepEqual(answer.json(), body)
    })
  }

  test('count together with those at POST /tokens', async () => {
    const address = anAddress()
    await failTimes(5, () => useKey('wrong', address))
    await failTimes(5, () => ask(unique('nobody'), 'wrong', address))

    assert.equal((await useKey('wrong', address)).statusCode, 429)
  })

  test('a call without a key is not a guess', async () => {
    const address = anAddress()

    const statuses = await failTimes(15, () => app.inject({ url: '/api/nowhere', remoteAddress: address }))

    assert.deepEqual(statuses, Array(15).fill(403))
  })
})

describe('what is kept of failures', () => {
  test('are hashes: neither the address nor the application can be read', async () => {
    const address = anAddress()
    const id = unique('guessed')
    await ask(id, 'wrong', address)

    const rows = await db.selectFrom('login_failures').select('subject').execute()

    assert.ok(rows.length >= 2)
    for (const { subject } of rows) {
      assert.equal(subject.length, 32)
      assert.ok(!subject.includes(address) && !subject.includes(id))
    }
  })
})
