import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { expireTokens } from '#modules/auth/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { globex } from '#test/harness/builders.ts'
import { aManager, anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { app, clock, db, pool, v2 } = service
clock.stop()

type LinkOptions = { next?: string; token?: string; ageSeconds?: number; sent?: Record<string, string | undefined> }

function link(
  externalId: string,
  { next = '/', token = 'acme-shared-token', ageSeconds = 0, sent = {} }: LinkOptions = {},
) {
  const timestamp = (clock.now().getTime() / 1000 - ageSeconds).toFixed(3)
  const hash = createHmac('sha256', token).update(`${externalId}${timestamp}${next}`).digest('hex')
  const fields = Object.entries({ external_id: externalId, timestamp, hash, next, ...sent })
  const query = new URLSearchParams(fields.filter((one): one is [string, string] => one[1] !== undefined))
  return `/sso/access/?${query}`
}

let addresses = 0
const open = (url: string, remoteAddress = `192.0.2.${++addresses}`, language = 'en') =>
  app.inject({ url, remoteAddress, headers: { 'accept-language': language } })

async function whoIs(answer: { headers: Record<string, unknown> }) {
  const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';')
  const session = await app.inject({ url: '/portal/api/session', headers: { cookie } })
  if (session.statusCode !== 200) return undefined
  const { person, client } = session.json()
  return `${client.id} ${person.scope}:${person.technical_id}`
}

describe('GET /sso/access/', () => {
  test('302 logs in and goes on to next, with the event and an account of the one who comes first', async () => {
    const id = await anEmployee(service)

    const answer = await open(link(id, { next: '/portal/documents?type=payslip' }))

    assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/portal/documents?type=payslip'])
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(await whoIs(answer), `acme employee:${id}`)
    assert.deepEqual(await eventsOf(db, `employee:${id}`), ['account.created', 'account.logged_in'])
  })

  test('the client is the one whose token fits; next decides between an employee and a manager of one id', async () => {
    const id = await anEmployee(service)
    await aManager(service, { technical_id: id })
    await anEmployee(service, { technical_id: id, owner: globex })
    const asWhat = async (next: string, token?: string) =>
      whoIs(await open(link(id, { next, ...(token ? { token } : {}) })))

    assert.equal(await asWhat('/'), `acme employee:${id}`)
    assert.equal(await asWhat('/portal/manager/employees'), `acme manager:${id}`)
    assert.equal(await asWhat('/portal/admin'), `acme manager:${id}`)
    assert.equal(await asWhat('/api/v1/url/manager/employee/folder/?employee_id=E-1'), `acme manager:${id}`)
    assert.equal(await asWhat('/portal/managers'), `acme employee:${id}`)
    assert.equal(await asWhat('/portal/manager', 'globex-shared-token'), `globex employee:${id}`)
  })

  test('a link counts once, also when it is opened twice at the same time, and is forgotten when it is too old', async () => {
    const id = await anEmployee(service)
    const url = link(id)

    const answers = await Promise.all([
      open(url),
      open(url),
      open(url.replace(/hash=\w+/, (one) => one.toUpperCase().replace('HASH', 'hash'))),
    ])
    clock.advance(400)
    await expireTokens.run({}, { ...service, signal: new AbortController().signal })

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [302, 403, 403])
    assert.deepEqual((await pool.query('SELECT FROM used_proofs')).rows, [])
  })

  const refused: [string, (id: string) => string][] = [
    ['older than five minutes', (id) => link(id, { ageSeconds: 301 })],
    ['more than a minute ahead', (id) => link(id, { ageSeconds: -65 })],
    ['without a hash', (id) => link(id, { sent: { hash: undefined } })],
    ['with an empty hash', (id) => link(id, { sent: { hash: '' } })],
    ['with a hash that is too long', (id) => `${link(id)}`.replace(/(hash=\w+)/, '$100')],
    ['without a timestamp', (id) => link(id, { sent: { timestamp: undefined } })],
    ['with a timestamp that is not a number', (id) => link(id, { sent: { timestamp: '1e9' } })],
    ['signed for another next', (id) => link(id, { sent: { next: '/portal' } })],
    ...['x', '5', '.5/', 'javascript:alert(1)', ' /', 'http:'].map((next): [string, (id: string) => string] => {
      return [`whose next is ${JSON.stringify(next)}, no address at all`, (id) => link(id, { next })]
    }),
    ['with next left out', (id) => link(id, { sent: { next: undefined } })],
    ['with a parameter twice', (id) => `${link(id)}&external_id=${id}`],
    ['signed with another client’s token', (id) => link(id, { token: 'globex-shared-token' })],
    ['of nobody', () => link('E-NOBODY')],
    ['of nothing', () => '/sso/access'],
  ]
  for (const [what, make] of refused) {
    test(`403 for a link ${what}: a page, and no session`, async () => {
      const id = await anEmployee(service)

      const answer = await open(make(id))

      assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined])
      assert.match(answer.body, /<h1>This link does not work<\/h1>[\s\S]*href="\/login"/)
      assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'; style-src 'nonce-/)
    })
  }

  test('a minute ahead and five minutes ago are still in time', async () => {
    const id = await anEmployee(service)

    for (const ageSeconds of [-55, 295]) assert.equal((await open(link(id, { ageSeconds }))).statusCode, 302)
  })

  test('403 for a deleted person and for a log-in that is off, in French for who reads French', async () => {
    const deleted = await anEmployee(service)
    const off = await anEmployee(service)
    await v2('DELETE', `/employees/${deleted}`)
    await v2('PUT', `/accounts/employee:${off}`, { body: { is_active: false } })

    const ofDeleted = await open(link(deleted), undefined, 'fr')
    const ofOff = await open(link(off), undefined, 'fr')

    assert.match(ofDeleted.body, /<html lang="fr">[\s\S]*Ce lien ne permet pas de vous connecter/)
    assert.match(ofOff.body, /Demandez un accès à votre service RH/)
    for (const answer of [ofDeleted, ofOff]) {
      assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined])
    }
  })

  test('429 as a page when one person, or very many, are tried from one network', async () => {
    const id = await anEmployee(service)
    const bad = () => link(id, { token: 'a wrong one' })
    for (let index = 0; index < 11; index++) await open(bad(), '198.51.100.8')

    const ofPerson = await open(link(id), '198.51.100.8')
    const another = await anEmployee(service)
    for (let index = 0; index < 100; index++) await open(link(`E-${index}`), '198.51.100.9')
    const ofNetwork = await open(link(another), '198.51.100.9')

    assert.equal((await open(link(id))).statusCode, 302, 'from elsewhere')
    for (const answer of [ofPerson, ofNetwork]) {
      assert.equal(answer.statusCode, 429)
      assert.match(answer.body, /Too many attempts/)
      assert.ok(Number(answer.headers['retry-after']) > 0)
    }
  })

  test('Spec 293: next may be the absolute address of a shortcut, which decides between an employee and a manager', async () => {
    const id = await anEmployee(service)
    await aManager(service, { technical_id: id })
    const shortcuts = [
      ['/api/v1/url/employee/documents/?doc_type=payslip', `acme employee:${id}`],
      ['/api/v1/url/manager/documents/upload/?doc_type=policy', `acme manager:${id}`],
    ] as const

    for (const [path, who] of shortcuts) {
      const answer = await open(link(id, { next: `http://localhost:8080${path}` }))
      assert.deepEqual([answer.statusCode, answer.headers.location], [302, path])
      assert.equal(await whoIs(answer), who)
    }
  })

  test('next never leads off this site', async () => {
    const id = await anEmployee(service)

    for (const next of [
      'https://evil.test',
      'http://localhost/portal',
      'http://me@localhost:8080/portal',
      '//evil.test',
      '/\\evil.test',
      '/.//evil.test',
      '/\t/evil.test',
    ]) {
      assert.equal((await open(link(id, { next }))).headers.location, '/')
    }
  })
})
