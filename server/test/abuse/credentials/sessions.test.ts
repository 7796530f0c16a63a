import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { giveCheapPassword } from '#test/harness/features/directory/passwords.ts'

/** A session that was stolen or planted is not good for long, and not after its owner acts. */
const service = await startApp()
const { app, clock, v2 } = service

async function aLogIn() {
  const email = `${unique('eve')}@acme.test`
  const password = unique('a long password')
  const id = await anEmployee(service, { email })
  await giveCheapPassword(service, `employee:${id}`, password)
  return { id, email, password }
}

const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? ''

const post = (path: string, payload: object, cookie = '') =>
  app.inject({ method: 'POST', url: `/portal/api${path}`, headers: { 'x-requested-with': 'dossier', cookie }, payload })

const postWithKey = (path: string, payload: object, { cookie, key }: { cookie: string; key: string }) =>
  app.inject({
    method: 'POST',
    url: `/portal/api${path}`,
    headers: { 'x-requested-with': 'dossier', 'idempotency-key': key, cookie },
    payload,
  })

const logIn = async ({ email, password }: { email: string; password: string }, cookie = '') =>
  cookieOf(await post('/session', { email, password }, cookie))

const isOpen = async (cookie: string) =>
  (await app.inject({ url: '/portal/api/session', headers: { cookie } })).statusCode === 200

function signedLink(externalId: string) {
  const timestamp = (clock.now().getTime() / 1000).toFixed(3)
  const hash = createHmac('sha256', 'acme-shared-token').update(`${externalId}${timestamp}/`).digest('hex')
  return `/sso/access/?${new URLSearchParams({ external_id: externalId, timestamp, hash, next: '/' })}`
}

describe('an Idempotency-Key', () => {
  const replayed = (answer: { headers: Record<string, unknown> }) => answer.headers['idempotency-replayed']

  test('gives no log-in again: neither to a stranger nor to a browser that is logged in', async () => {
    const { email, password } = await aLogIn()
    const key = unique('key')

    const first = await postWithKey('/session', { email, password }, { cookie: '', key })
    const second = await postWithKey('/session', { email, password }, { cookie: '', key })
    const third = await postWithKey('/session', { email, password }, { cookie: cookieOf(second), key })
    const guessed = await postWithKey('/session', { email, password: 'not this one' }, { cookie: cookieOf(third), key })

    const cookies = [first, second, third].map(cookieOf)
    assert.equal(new Set(cookies).size, 3)
    assert.deepEqual([first, second, third].map(replayed), [undefined, undefined, undefined])
    assert.deepEqual([guessed.statusCode, cookieOf(guessed)], [401, ''])
    assert.equal(await isOpen(cookies[0] ?? ''), true)
  })

  test('keeps the answer to a switch without its cookie', async () => {
    const person = await aLogIn()
    const manager = await aManager(service)
    await v2('PUT', `/accounts/manager:${manager}`, { body: {} })
    const linked = await v2('PUT', `/accounts/employee:${person.id}/link`, {
      body: { linked_to: `manager:${manager}` },
    })
    const key = unique('key')

    const first = await postWithKey('/session/switch', { scope: 'manager' }, { cookie: await logIn(person), key })
    const again = await postWithKey('/session/switch', { scope: 'manager' }, { cookie: await logIn(person), key })

    assert.ok(linked.statusCode < 300, linked.body)
    assert.deepEqual([first.statusCode, replayed(first), await isOpen(cookieOf(first))], [204, undefined, true])
    assert.deepEqual([again.statusCode, replayed(again), again.headers['set-cookie']], [204, 'true', undefined])
  })
})

describe('a session', () => {
  test('does not survive a password that an application sets', async () => {
    const person = await aLogIn()
    const cookie = await logIn(person)

    await v2('PATCH', `/accounts/employee:${person.id}`, { body: { password: 'set by the company' } })

    assert.equal(await isOpen(cookie), false)
  })

  test('does not survive a password that the person sets, and their own gets another cookie', async () => {
    const person = await aLogIn()
    const stolen = await logIn(person)
    const own = await logIn(person)

    const changed = await post('/session/password', { current: person.password, password: 'a much better one' }, own)

    assert.equal(changed.statusCode, 204)
    assert.deepEqual([await isOpen(stolen), await isOpen(own), await isOpen(cookieOf(changed))], [false, false, true])
  })

  test('does not come back when a log-in is switched off and on, or deleted and made again', async () => {
    const off = await aLogIn()
    const deleted = await aLogIn()
    const cookies = [await logIn(off), await logIn(deleted)]

    for (const is_active of [false, true]) await v2('PATCH', `/accounts/employee:${off.id}`, { body: { is_active } })
    await v2('DELETE', `/accounts/employee:${deleted.id}`)
    await giveCheapPassword(service, `employee:${deleted.id}`, deleted.password)

    for (const cookie of cookies) assert.equal(await isOpen(cookie), false)
  })

  test('that the browser came with ends at a log-in, so that nobody goes on in one that was planted', async () => {
    const attacker = await aLogIn()
    const victim = await aLogIn()
    const planted = await logIn(attacker)

    const own = await logIn(victim, planted)

    assert.notEqual(own, planted)
    assert.deepEqual([await isOpen(planted), await isOpen(own)], [false, true])
  })

  test('that the browser came with ends at a signed link too, also one of another client', async () => {
    const planted = await aLogIn()
    const victim = await anEmployee(service)
    const foreign = await anEmployee(service, { email: `${unique('gus')}@globex.test`, owner: globex })
    await giveCheapPassword(service, `employee:${foreign}`, 'a long password', globex)
    const { rows } = await service.pool.query('SELECT email FROM employees WHERE technical_id = $1', [foreign])
    const cookies = [await logIn(planted), await logIn({ email: rows[0].email, password: 'a long password' })]

    for (const cookie of cookies) {
      assert.equal(await isOpen(cookie), true)
      const followed = await app.inject({ url: signedLink(victim), headers: { cookie } })
      assert.equal(followed.statusCode, 302)
      assert.equal(await isOpen(cookie), false)
      clock.advance(1)
    }
  })

  // Last, since application tokens end on the way.
  test('ends after seven days, however much it is used', async () => {
    const cookie = await logIn(await aLogIn())

    const open = []
    for (let hour = 0; hour < 7 * 24; hour += 6) {
      open.push(await isOpen(cookie))
      clock.advance(6 * 3600)
    }

    assert.ok(open.every(Boolean), 'while it is used')
    assert.equal(await isOpen(cookie), false)
  })
})
