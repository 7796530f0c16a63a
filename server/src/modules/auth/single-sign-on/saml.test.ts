import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { expireTokens } from '#modules/auth/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import {
  type AnswerChanges,
  answerOf,
  IDP_ENTITY_ID,
  readQuestion,
} from '#test/harness/features/directory/identity-provider.ts'
import { IDP_CERTIFICATE } from '#test/harness/features/directory/identity-provider-key.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, v2, clock, db } = service
clock.stop()
const { as } = portalCalls(service)

type Options = {
  code?: string
  application?: 'payroll' | 'rival'
  entity_id?: string
  match_by?: string
  attribute?: string
}

async function aProvider({ code = unique('idp'), application = 'payroll', ...settings }: Options = {}) {
  const entity_id = settings.entity_id ?? `${IDP_ENTITY_ID}/${code}`
  const body = {
    name: code,
    sso_url: 'https://idp.test/sso?tenant=1',
    certificates: [IDP_CERTIFICATE],
    ...settings,
    entity_id,
  }
  const answer = await v2('PUT', `/saml_identity_providers/${code}`, { application, body })
  assert.equal(answer.statusCode, 201, answer.body)
  const client = application === 'payroll' ? 'acme' : 'globex'
  return { code, path: `/saml/${client}/${code}`, issuer: entity_id }
}
type TestProvider = Awaited<ReturnType<typeof aProvider>>

const cookieOf = (answer: { headers: Record<string, unknown> }, name: string) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith(`${name}=`))
    ?.split(';')[0]

/** Begins a log-in as a browser does: what the provider is asked, and the cookie. */
async function begin({ path }: TestProvider, next = '/portal/documents') {
  const answer = await app.inject({ url: `${path}/login?${new URLSearchParams({ next })}` })
  assert.equal(answer.statusCode, 302, answer.body)
  const cookie = cookieOf(answer, 'dossier_sign_in') ?? ''
  return { cookie, location: String(answer.headers.location), question: readQuestion(String(answer.headers.location)) }
}

/** Each from an address of its own, since failures are slowed. */
let addresses = 0
const post = (path: string, SAMLResponse: string, RelayState = '') =>
  app.inject({
    method: 'POST',
    remoteAddress: `192.0.2.${++addresses}`,
    url: `${path}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
  })

/** An employee with a log-in, which is what providers find people by. */
async function anEmployeeWithLogIn(email: string): Promise<string> {
  const id = await anEmployee(service, { email })
  await v2('PUT', `/accounts/employee:${id}`, { body: {} })
  return id
}

type Case = { provider?: TestProvider; changes?: AnswerChanges; next?: string; relayState?: string; nameId?: string }

/** A whole log-in up to the answer of the provider. */
async function answered({ provider, changes = {}, next, relayState, nameId }: Case = {}) {
  const used = provider ?? (await aProvider())
  const email = `${unique('eve')}@acme.test`
  const id = nameId === undefined ? await anEmployeeWithLogIn(email) : ''
  const begun = await begin(used, next)
  const response = await answerOf(begun.question, nameId ?? email, { issuer: used.issuer, ...changes })
  const answer = await post(used.path, response, relayState ?? begun.question.relayState)
  return { ...begun, provider: used, id, response, answer }
}

async function finish(location: unknown, cookie: string) {
  const answer = await app.inject({ url: String(location), headers: { cookie } })
  return { answer, session: cookieOf(answer, 'dossier_session') }
}

async function whoIs(session: string | undefined) {
  const answer = await app.inject({ url: '/portal/api/session', headers: { cookie: session ?? '' } })
  return answer.statusCode === 200 ? `${answer.json().person.scope}:${answer.json().person.technical_id}` : undefined
}

describe('GET /saml/{client}/{code}/login', () => {
  test('302 sends the browser to the provider with next as RelayState, and marks it', async () => {
    const { location, question, cookie } = await begin(await aProvider({ code: 'first' }), '/portal/requests?a=1')

    assert.match(location, /^https:\/\/idp\.test\/sso\?tenant=1&SAMLRequest=/)
    assert.equal(question.relayState, '/portal/requests?a=1')
    assert.equal(question.acsUrl, 'http://localhost:8080/saml/acme/first/acs')
    assert.equal(question.entityId, 'http://localhost:8080/saml/acme/first/metadata')
    assert.match(cookie, /^dossier_sign_in=[\w-]{43}$/)
  })

  test('never carries a next of another site', async () => {
    const { question } = await begin(await aProvider(), '//evil.test')

    assert.equal(question.relayState, '/')
  })

  test('404 for a provider that is not there, another client’s, or switched off: a page in the language of the browser', async () => {
    const { code } = await aProvider()
    await v2('PATCH', `/saml_identity_providers/${code}`, { body: { is_active: false } })

    for (const path of ['/saml/acme/none', '/saml/none/none', '/saml/globex/first', `/saml/acme/${code}`]) {
      const answer = await app.inject({ url: `${path}/login`, headers: { 'accept-language': 'fr-FR,en;q=0.5' } })
      assert.equal(answer.statusCode, 404, path)
      assert.match(answer.body, /<html lang="fr">/)
    }
  })
})

describe('POST /saml/{client}/{code}/acs', () => {
  test('303 leads to where the browser that began is logged in, once, with its account and event', async () => {
    const { answer, cookie, id } = await answered({ next: '/portal/documents?type=payslip' })

    const { answer: finished, session } = await finish(answer.headers.location, cookie)
    const again = await finish(answer.headers.location, cookie)

    assert.equal(answer.statusCode, 303)
    assert.equal(finished.statusCode, 302)
    assert.equal(finished.headers.location, '/portal/documents?type=payslip')
    assert.equal(await whoIs(session), `employee:${id}`)
    assert.deepEqual([again.answer.statusCode, again.session], [403, undefined])
    assert.deepEqual(await eventsOf(db, `employee:${id}`), ['account.created', 'account.logged_in'])
  })

  test('Spec 293: next and RelayState may be the absolute address of a shortcut, and lead nowhere else', async () => {
    const shortcut = '/api/v1/url/employee/documents/?doc_type=payslip'
    const cases: [Case, string][] = [
      [{ next: `http://localhost:8080${shortcut}` }, shortcut],
      [{ relayState: `http://LOCALHOST:8080${shortcut}` }, shortcut],
      [{ next: 'https://evil.test/portal' }, '/'],
      [{ relayState: 'http://localhost:8080@evil.test/portal' }, '/'],
      [{ relayState: 'https://localhost:8080/portal' }, '/'],
    ]

    for (const [given, path] of cases) {
      const { answer, cookie } = await answered(given)
      const { answer: finished } = await finish(answer.headers.location, cookie)
      assert.deepEqual([finished.statusCode, finished.headers.location], [302, path], JSON.stringify(given))
    }
  })

  test('no session in another browser than the one that began', async () => {
    const { answer } = await answered()

    for (const cookie of ['', 'dossier_sign_in=another']) {
      const { answer: finished, session } = await finish(answer.headers.location, cookie)
      assert.deepEqual([finished.statusCode, session], [403, undefined])
    }
  })

  test('finds people by an attribute and by their technical id; next decides between two log-ins', async () => {
    const provider = await aProvider({ match_by: 'technical_id', attribute: 'urn:employee-id' })
    const id = await anEmployee(service)
    await aManager(service, { technical_id: id })
    const asWhat = async (next: string) => {
      const changes = { attribute: { name: 'urn:employee-id', value: id } }
      const { answer, cookie } = await answered({ provider, nameId: 'opaque', changes, next })
      return whoIs((await finish(answer.headers.location, cookie)).session)
    }

    const found = [
      await asWhat('/portal/manager'),
      await asWhat('/portal'),
      await asWhat('/api/v1/url/manager/documents/upload/'),
    ]

    assert.deepEqual(found, [`manager:${id}`, `employee:${id}`, `manager:${id}`])
  })

  test('403 for somebody who is not known, who has no log-in yet, or whose log-in is off', async () => {
    const email = `${unique('new')}@acme.test`
    await anEmployee(service, { email })
    const off = await anEmployee(service, { email: `${unique('off')}@acme.test` })
    await v2('PUT', `/accounts/employee:${off}`, { body: { is_active: false } })
    const { email: offEmail } = (await v2('GET', `/employees/${off}`)).json()

    for (const nameId of [`${unique('nobody')}@acme.test`, email]) {
      const { answer } = await answered({ nameId })
      assert.equal(answer.statusCode, 403)
      assert.match(answer.body, /Ask your HR department/)
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/)
    }
    const { answer, cookie } = await answered({ nameId: offEmail })
    const { answer: finished, session } = await finish(answer.headers.location, cookie)
    assert.deepEqual([finished.statusCode, session], [403, undefined])
    assert.match(finished.body, /Ask your HR department/)
  })

  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const wrong: [string, AnswerChanges][] = [
    ['with a key of somebody else', { privateKey }],
    ['for another audience', { audience: 'https://other.test' }],
    ['for another recipient', { recipient: 'https://other.test/acs' }],
    ['for another destination', { destination: 'https://other.test/acs' }],
    ['from another issuer', { issuer: 'https://other.test' }],
    ['for a request that was not made', { inResponseTo: '_0123456789abcdef' }],
    ['for five minutes ago', { endsAt: new Date(Date.now() - 300_000) }],
  ]
  for (const [what, changes] of wrong) {
    test(`403 for an answer that is signed ${what}`, async () => {
      const { answer } = await answered({ changes })

      assert.equal(answer.statusCode, 403)
      assert.match(answer.body, /was not accepted/)
    })
  }

  /** Answers that were changed after they were signed. */
  const tampered: [string, (xml: string) => string][] = [
    ['without a signature', (xml) => xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')],
    ['changed after it was signed', (xml) => xml.replace(/(<saml:NameID>)[^<]*/, '$1admin@acme.test')],
    ['wrapped around another assertion', wrap],
    [
      'with entities',
      (xml) => `<!DOCTYPE r [<!ENTITY x "admin@acme.test">]>${xml.replace(/(<saml:NameID>)[^<]*/, '$1&x;')}`,
    ],
    ['that is not valid XML', () => 'nonsense'],
    ['that is empty', () => ''],
  ]
  for (const [what, tamper] of tampered) {
    test(`403 for an answer ${what}`, async () => {
      const provider = await aProvider()
      const email = `${unique('eve')}@acme.test`
      await anEmployeeWithLogIn(email)
      const { question } = await begin(provider)
      const good = await answerOf(question, email, { issuer: provider.issuer })
      const xml = tamper(Buffer.from(good, 'base64').toString('utf8'))
      assert.notEqual(xml, Buffer.from(good, 'base64').toString('utf8'))

      const answer = await post(provider.path, Buffer.from(xml).toString('base64'))

      assert.equal(answer.statusCode, 403)
      // What was wrong used nothing up.
      assert.equal((await post(provider.path, good)).statusCode, 303)
    })
  }

  test('403 for an answer that was used, and for one that another provider was asked for', async () => {
    const { provider, response } = await answered()
    const other = await aProvider()
    const ofOther = await aProvider({ application: 'rival', entity_id: provider.issuer })
    const email = `${unique('eve')}@acme.test`
    await anEmployeeWithLogIn(email)
    const { question } = await begin(provider)
    const unused = await answerOf(question, email, { issuer: provider.issuer })

    assert.equal((await post(provider.path, response)).statusCode, 403)
    assert.equal((await post(other.path, unused)).statusCode, 403)
    assert.equal((await post(ofOther.path, unused)).statusCode, 403)
  })

  test('403 once the request is too old, and 415 or 400 for what is not a form', async () => {
    const provider = await aProvider()
    const email = `${unique('eve')}@acme.test`
    await anEmployeeWithLogIn(email)
    const { question } = await begin(provider)
    const response = await answerOf(question, email, {
      issuer: provider.issuer,
      endsAt: new Date(Date.now() + 7200_000),
    })
    const asJson = await app.inject({
      method: 'POST',
      url: `${provider.path}/acs`,
      payload: { SAMLResponse: response },
    })
    clock.advance(16 * 60)
    await expireTokens.run({}, { ...service, signal: new AbortController().signal })

    assert.equal((await post(provider.path, response)).statusCode, 403)
    assert.equal(asJson.statusCode, 400)
  })
})

describe('GET /saml/{client}/{code}/metadata', () => {
  test('200 says where answers go and that assertions must be signed', async () => {
    const { code, path } = await aProvider()

    const answer = await app.inject({ url: `${path}/metadata` })

    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-type']), /xml/)
    assert.match(answer.body, new RegExp(`entityID="http://localhost:8080/saml/acme/${code}/metadata"`))
    assert.match(answer.body, /WantAssertionsSigned="true"/)
    assert.match(answer.body, new RegExp(`Location="http://localhost:8080/saml/acme/${code}/acs"`))
  })
})

describe('GET /portal/api/sign_in_options', () => {
  test('200 lists the active providers of clients at which the address has a log-in, and tells nothing of others', async () => {
    const code = unique('ours')
    await aProvider({ application: 'rival', code })
    const email = `${unique('gus')}@globex.test`
    await v2('PUT', '/employees/GE-9', { application: 'rival', body: { first_name: 'Gus', last_name: 'G', email } })
    await v2('PUT', '/accounts/employee:GE-9', { application: 'rival', body: {} })

    const found = await as(undefined)('GET', `/sign_in_options?email=${encodeURIComponent(email.toUpperCase())}`)
    const unknown = await as(undefined)('GET', '/sign_in_options?email=nobody%40globex.test')
    const nothing = await as(undefined)('GET', '/sign_in_options')

    assert.ok(found.json().providers.some((one: { url: string }) => one.url === `/saml/globex/${code}/login`))
    assert.ok(!JSON.stringify(found.json()).includes('/saml/acme/'))
    assert.deepEqual([unknown.json(), nothing.json()], Array(2).fill({ client: null, providers: [], demo: [] }))
  })

  test('200 lists those of the client that is named, without an address; 404 for an unknown client', async () => {
    const { code } = await aProvider()

    const named = await as(undefined)('GET', '/sign_in_options?client=acme')
    const unknown = await as(undefined)('GET', '/sign_in_options?client=nowhere')

    assert.deepEqual(named.json().client, { id: 'acme', name: 'Acme' })
    assert.ok(named.json().providers.some((one: { url: string }) => one.url === `/saml/acme/${code}/login`))
    assert.ok(named.json().providers.every((one: { url: string }) => one.url.startsWith('/saml/acme/')))
    assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'not_found'])
  })

  test('429 when one address asks for very many', async () => {
    const call = () =>
      app.inject({ url: '/portal/api/sign_in_options?email=a%40b.test', remoteAddress: '198.51.100.7' })
    for (let index = 0; index < 101; index++) await call()

    const answer = await call()

    assert.equal(answer.statusCode, 429, answer.body)
  })
})

describe('PUT, PATCH, DELETE /portal/api/admin/saml_identity_providers/{code}', () => {
  test('403 beyond_own_permissions but for those who may do everything everywhere', async () => {
    const { code } = await aProvider()
    await anOrganization(service, { code: 'SAML-HQ' })
    const role = await aRole(service, { permissions: ['saml_identity_providers:*'] })
    const profiles = [{ role, organizations: ['SAML-HQ'], include_below: true }]
    const little = await aManager(service, { profiles })
    const all = await aManager(service, { profiles: [{ ...profiles[0], role: await aRole(service) } as never] })
    const path = `/admin/saml_identity_providers/${code}`

    const read = await as(`manager:${little}`)('GET', path)
    const changed = await as(`manager:${little}`)('PATCH', path, { body: { sso_url: 'https://evil.test' } })
    const deleted = await as(`manager:${little}`)('DELETE', path)
    const byAll = await as(`manager:${all}`)('PATCH', path, { body: { name: 'Renamed' } })

    assert.deepEqual([read.statusCode, changed.statusCode, deleted.statusCode, byAll.statusCode], [200, 403, 403, 200])
    assert.equal(changed.json().code, 'beyond_own_permissions')
  })
})

/** The signed assertion kept somewhere, and a forged one with another person where it is looked for. */
function wrap(xml: string): string {
  const [signed = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
  const forged = signed
    .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
    .replace(/ID="[^"]*"/, 'ID="_forged"')
    .replace(/(<saml:NameID>)[^<]*/, '$1admin@acme.test')
  return xml.replace(signed, `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`)
}
