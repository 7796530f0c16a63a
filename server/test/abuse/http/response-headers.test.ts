import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app } = service
const overHttps = await buildApp({ ...service, publicUrl: 'https://hr.example' })
after(() => overHttps.close())

const lyon = await anOrganization(service, { code: 'LYON' })
const employee = await anEmployee(service, { organizations: [lyon] })
const profiles = [{ role: await aRole(service), organizations: [lyon], include_below: true }]
const manager = await aManager(service, { profiles })

type Answer = { statusCode: number; headers: Record<string, unknown> }
const isGuarded = ({ headers }: Answer) =>
  headers['cache-control'] === 'no-store' && headers['x-content-type-options'] === 'nosniff'

describe('answers about people', () => {
  test('are kept by no cache and taken for nothing else, on every route that reads, no matter who asks', async () => {
    const paths = app.swagger().paths as Record<string, object>
    const { sessionOf } = portalCalls(service)
    const callers = [
      {},
      await service.as('payroll'),
      { 'x-api-key': 'acme-api-key' },
      { cookie: await sessionOf(`employee:${employee}`) },
      { cookie: await sessionOf(`manager:${manager}`) },
    ]
    const unguarded = new Set<string>()
    for (const [path, operations] of Object.entries(paths)) {
      if (!('get' in operations)) continue
      for (const headers of callers) {
        const answer = await app.inject({ url: path.replaceAll(/\{\w+\}/g, employee), headers })
        if (/json/.test(String(answer.headers['content-type'])) && !isGuarded(answer)) unguarded.add(path)
      }
    }

    assert.deepEqual([...unguarded], [])
  })

  test('are so when they are refusals, of bad addresses and bodies as well', async () => {
    const answers = await Promise.all([
      app.inject({ url: '/nowhere' }),
      app.inject({ url: '/api/v2/client/employees/%ff' }),
      app.inject({ method: 'POST', url: '/api/v2/client/employees', payload: '{' }),
      app.inject({ method: 'POST', url: '/portal/api/session', payload: { email: 'x', password: 'y' } }),
      app.inject({ method: 'TRACE' as 'GET', url: '/api/v1/enterprise/documents/' }),
    ])

    for (const answer of answers) assert.ok(isGuarded(answer), JSON.stringify(answer.headers))
  })

  test('that are files keep the rules of files, and what is wrong with one is not kept', async () => {
    const type = await aDocumentType(service)
    const { uploaded } = documentCalls(service)
    const id = await uploaded({ document_type_code: type, employee_technical_id: employee })

    const file = await app.inject({ url: signedAddress(service, id) })
    const beyond = await app.inject({ url: signedAddress(service, id), headers: { range: 'bytes=99999999-' } })

    assert.equal(file.headers['cache-control'], 'private, no-cache')
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.ok(beyond.statusCode === 416 && isGuarded(beyond), JSON.stringify(beyond.headers))
    assert.match(String((await app.inject({ url: '/icon.svg' })).headers['cache-control']), /^max-age=/)
  })
})

describe('with https', () => {
  test('browsers are told never to come without it, and only then', async () => {
    const header = async (at: typeof app, url: string) =>
      (await at.inject({ url })).headers['strict-transport-security']

    for (const url of ['/', '/login', '/health/live', '/api/v2/client/employees', '/docs/', '/nowhere']) {
      assert.equal(await header(overHttps, url), 'max-age=31536000', url)
      assert.equal(await header(app, url), undefined, url)
    }
  })

  const signedLink = () => {
    const timestamp = (service.clock.now().getTime() / 1000).toFixed(3)
    const next = '/'
    const hash = createHmac('sha256', 'acme-shared-token').update(`${employee}${timestamp}${next}`).digest('hex')
    service.clock.advance(1)
    return `/sso/access/?${new URLSearchParams({ external_id: employee, timestamp, hash, next })}`
  }
  const setCookieOf = async (at: typeof app) => String((await at.inject({ url: signedLink() })).headers['set-cookie'])

  test('another host of the domain cannot slip in a session', async () => {
    const set = await setCookieOf(overHttps)
    const [pair = ''] = set.split(';')
    const status = async (cookie: string) =>
      (await overHttps.inject({ url: '/portal/api/session', headers: { cookie } })).statusCode

    assert.match(set, /^__Host-dossier_session=[\w-]{44,}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    assert.equal(await status(pair), 200)
    assert.equal(await status(pair.replace('__Host-', '')), 401)
    assert.equal(await status(`dossier_session=tossed; ${pair}`), 200)
  })

  test('without it the cookie has no prefix, which browsers would refuse', async () => {
    assert.match(await setCookieOf(app), /^dossier_session=[\w-]{44,}; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})

describe('/docs', () => {
  test('runs no script but its own, calls no other service, and stands in no frame', async () => {
    const one = await app.inject({ url: '/docs/' })
    const other = await app.inject({ url: '/docs/' })
    const policy = String(one.headers['content-security-policy'])
    const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []

    assert.match(policy, /^default-src 'none';.* frame-ancestors 'none'$/)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe|https:|\*/)
    assert.ok(one.body.includes(`nonce="${nonce}"`) && nonce.length >= 16)
    assert.notEqual(policy, other.headers['content-security-policy'])
    assert.ok(isGuarded(one))
  })
})
