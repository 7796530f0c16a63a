import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DemoEntry, demoEntryOf } from '#modules/auth/index.ts'
import { demoSetup, markDemo } from '#modules/setup/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { testSetup } from '#test/harness/setup.ts'

const HEADERS = { 'x-requested-with': 'dossier' }
const KINDS = ['employee', 'hr_manager', 'administrator'] as const

/** The demo beside the clients of other tests. */
async function startDemo(demoEntry: DemoEntry | undefined, { isMarked = true } = {}): Promise<TestApp> {
  const { clients } = demoSetup().file
  const setup = { clients: [...clients, ...testSetup.clients] }
  const service = await startApp({ setup, ...(demoEntry ? { demoEntry } : {}) })
  service.clock.stop()
  if (isMarked) await markDemo(service)
  return service
}

const enter = ({ app }: TestApp, as: unknown, headers: Record<string, string> = HEADERS) =>
  app.inject({ method: 'POST', url: '/portal/api/session/demo', headers, payload: { as } })
const offered = async ({ app }: TestApp, query = '', headers: Record<string, string> = {}) =>
  (await app.inject({ url: `/portal/api/sign_in_options${query}`, headers })).json().demo

const open = await startDemo('loopback')
const closed = await startDemo(undefined)
const unmarked = await startDemo('anywhere', { isMarked: false })
const anywhere = await startDemo('anywhere')

describe('the log-ins of a demo', () => {
  test('are offered in their order, and a click logs in like a password does', async () => {
    assert.deepEqual(await offered(open), [...KINDS])
    for (const [kind, technicalId] of [
      ['employee', 'E-1001'],
      ['hr_manager', 'M-1'],
      ['administrator', 'A-1'],
    ] as const) {
      const answer = await enter(open, kind)

      assert.equal(answer.statusCode, 200)
      assert.equal(answer.json().person.technical_id, technicalId)
      assert.equal(answer.json().client.id, 'demo')
      assert.match(String(answer.headers['set-cookie']), /=.+HttpOnly/i)
    }
    const told = await open.db
      .selectFrom('events')
      .select('client_id')
      .where('type', '=', 'account.logged_in')
      .execute()
    assert.deepEqual(
      told.map((one) => one.client_id),
      ['demo', 'demo', 'demo'],
    )
  })

  test('the HR manager administers nothing, and the administrator everything', async () => {
    const hr = await enter(open, 'hr_manager')
    const admin = await enter(open, 'administrator')

    assert.deepEqual(admin.json().admin_permissions, ['*'])
    const held: string[] = hr.json().permissions
    assert.ok(held.includes('employee_documents:*') && !held.includes('*'))
    for (const resource of ['roles', 'users', 'applications', 'saml_identity_providers', 'webhooks', 'system']) {
      assert.ok(!held.some((one) => one.startsWith(`${resource}:`)), resource)
    }
  })

  test('404 where the service does not let the demo be entered, and offered nowhere', async () => {
    for (const service of [closed, unmarked]) {
      assert.deepEqual(await offered(service), [])
      for (const kind of KINDS) {
        const answer = await enter(service, kind)
        assert.equal(answer.statusCode, 404)
        assert.equal(answer.headers['set-cookie'], undefined)
      }
    }
  })

  for (const [what, elsewhere] of [
    ['by another name than that of this machine', { host: 'demo.example.com' }],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ] as const) {
    test(`404 when the call came ${what}, unless the operator allows it`, async () => {
      assert.deepEqual(await offered(open, '', elsewhere), [])
      assert.equal((await enter(open, 'administrator', { ...HEADERS, ...elsewhere })).statusCode, 404)
      assert.deepEqual(await offered(anywhere, '', elsewhere), [...KINDS])
      assert.equal((await enter(anywhere, 'employee', { ...HEADERS, ...elsewhere })).statusCode, 200)
    })
  }

  test('are never those of another client, and not offered on its page', async () => {
    assert.deepEqual(await offered(open, '?client=acme'), [])
    assert.deepEqual(await offered(open, '?client=demo'), [...KINDS])
    for (const as of ['manager', 'manager:M-1', '', null, 5, ['employee'], undefined]) {
      assert.equal((await enter(open, as)).statusCode, 422, JSON.stringify(as))
    }
  })

  test('403 for a page of another site', async () => {
    assert.equal((await enter(open, 'employee', {})).statusCode, 403)
    assert.equal((await enter(open, 'employee', { ...HEADERS, 'sec-fetch-site': 'cross-site' })).statusCode, 403)
  })

  test('404 for one that was switched off', async () => {
    await anywhere.db
      .updateTable('accounts')
      .set({ is_active: false })
      .where('client_id', '=', 'demo')
      .where('technical_id', '=', 'A-1')
      .execute()

    assert.deepEqual(await offered(anywhere), ['employee', 'hr_manager'])
    assert.equal((await enter(anywhere, 'administrator')).statusCode, 404)
  })

  test('429 slows somebody who enters again and again', async () => {
    let answer = await enter(open, 'employee')
    for (let tries = 0; answer.statusCode === 200 && tries < 150; tries += 1) answer = await enter(open, 'employee')

    assert.equal(answer.statusCode, 429)
    assert.ok(Number(answer.headers['retry-after']) > 0)
  })
})

describe('demoEntryOf', () => {
  const local = { HOST: '127.0.0.1' }
  for (const [what, settings, url, entry] of [
    ['a demo on loopback', local, 'http://localhost:8080', 'loopback'],
    ['a service with a set-up file', { ...local, SETUP_FILE: 'setup.yaml', DEMO: true }, 'http://localhost', undefined],
    ['a service that listens to the network', { HOST: '0.0.0.0' }, 'http://localhost:8080', undefined],
    ['a service behind a public address', local, 'https://hr.example.com', undefined],
    ['a public demo that is asked for', { HOST: '0.0.0.0', DEMO: true }, 'https://hr.example.com', 'anywhere'],
    ['a service that wants no demo', { ...local, DEMO: false }, 'http://localhost:8080', undefined],
  ] as const) {
    test(`${what}: ${entry ?? 'no entry'}`, () => assert.equal(demoEntryOf(settings, url), entry))
  }
})
