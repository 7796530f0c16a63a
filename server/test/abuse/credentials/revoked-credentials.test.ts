import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemActor, type Work } from '#kernel/work.ts'
import { renewSecret } from '#modules/auth/credentials/admin-credentials.ts'
import { issueApiKey, issueApplication, revokeApiKey, revokeApplication } from '#modules/auth/index.ts'
import { reportSetup } from '#modules/setup/index.ts'
import { newSecret } from '#platform/crypto/keyring.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { basic, unique } from '#test/harness/builders.ts'
import { IDP_CERTIFICATE } from '#test/harness/features/directory/identity-provider-key.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'

/** The service starts again with the same set-up file, while an attacker holds what the file once issued. */
const service = await startApp()
const { app, db, keyring } = service

const KEY = () => unique('api-key-of-sixteen')
const SECRET = 'a-secret-of-sixteen-characters'
const PASSWORD = 'the password of the file'

const start = (client: object) => applySetup(service, parseSetup({ clients: [client] }))
const reissue = (client: object) => applySetup(service, parseSetup({ clients: [client] }), { reissue: true })

/** A client of the file with an application for everything else, `admin`. */
function aClient(sections: object = {}) {
  const id = unique('client')
  const applications = [{ id: `admin-of-${id}`, secret: SECRET }]
  return { id, shared_token: `shared-token-of-${id}`, applications, ...sections }
}

const inWork = <T>(clientId: string, step: (work: Work) => Promise<T>) =>
  service.doWork({ client: { id: clientId, languages: ['en-us'] }, actor: systemActor }, step)

let addresses = 0
const anAddress = () => `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`

const tokenOf = (clientId: string, id: string, secret: string) =>
  app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    remoteAddress: anAddress(),
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&scope=client&client_id=${clientId}`,
  })
const opens = async (clientId: string, id: string, secret: string) =>
  (await tokenOf(clientId, id, secret)).statusCode === 200
const isKey = async (key: string) =>
  (await app.inject({ url: '/api/nowhere', remoteAddress: anAddress(), headers: { 'x-api-key': key } })).statusCode ===
  404

async function call(clientId: string, method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const token = (await tokenOf(clientId, `admin-of-${clientId}`, SECRET)).json().access_token
  const headers = { authorization: `Bearer ${token}` }
  return app.inject({ method, url: `/api/v2/client${path}`, headers, ...(body ? { payload: body } : {}) })
}

async function canLogIn(email: string): Promise<boolean> {
  const answer = await app.inject({
    method: 'POST',
    url: '/portal/api/session',
    remoteAddress: anAddress(),
    headers: { 'x-requested-with': 'dossier' },
    payload: { email, password: PASSWORD },
  })
  return answer.statusCode < 300
}

describe('anyone who holds a revoked credential that is still in the set-up file', () => {
  test('cannot use the application after the next start; --reissue brings it back on purpose', async () => {
    const id = unique('app')
    const client = aClient({ applications: [{ id, secret: SECRET }] })
    await start(client)
    await inWork(client.id, (work) => revokeApplication(work, id))

    const report = reportSetup(await start(client))

    assert.equal(await opens(client.id, id, SECRET), false)
    assert.ok(report.includes(`application ${id}: revoked, left as is; use --reissue to issue it again`), report)
    await reissue(client)
    assert.equal(await opens(client.id, id, SECRET), true)
  })

  test('cannot use the secret of a revoked application under another name', async () => {
    const id = unique('app')
    const other = unique('app')
    const client = aClient()
    await start({ ...client, applications: [{ id, secret: SECRET }] })
    await inWork(client.id, (work) => revokeApplication(work, id))

    const report = reportSetup(await start({ ...client, applications: [{ id: other, secret: SECRET }] }))

    assert.equal(await opens(client.id, other, SECRET), false)
    assert.match(report, /was revoked under another name, not issued/)
  })

  test('cannot use a secret that an administrator renewed because it had leaked', async () => {
    const id = unique('app')
    const client = aClient({ applications: [{ id, secret: SECRET, name: 'Old name' }] })
    await start(client)
    const { secret } = await inWork(client.id, (work) => renewSecret(work, keyring, id))

    const report = reportSetup(await start({ ...client, applications: [{ id, secret: SECRET, name: 'New name' }] }))

    assert.deepEqual([await opens(client.id, id, SECRET), await opens(client.id, id, secret)], [false, true])
    assert.match(report, /its secret was replaced or revoked since, left as is/)
    assert.match(report, /updated application/)
  })

  test('cannot use a secret that the operator replaced by a command', async () => {
    const id = unique('app')
    const secret = newSecret()
    const client = aClient({ applications: [{ id, secret: SECRET }] })
    await start(client)
    await inWork(client.id, (work) => issueApplication(work, { id, secret }, keyring))

    await start(client)

    assert.deepEqual([await opens(client.id, id, SECRET), await opens(client.id, id, secret)], [false, true])
  })

  test('cannot use the API key, under its own name or another', async () => {
    const key = KEY()
    const client = aClient({ api_keys: [{ name: 'main', key }] })
    await start(client)
    await inWork(client.id, (work) => revokeApiKey(work, 'main'))

    const report = reportSetup(
      await start({
        ...client,
        api_keys: [
          { name: 'main', key },
          { name: 'second', key },
        ],
      }),
    )

    assert.equal(await isKey(key), false)
    assert.match(report, /API key main: revoked, left as is; use --reissue to issue it again/)
    assert.match(report, /API key second: its secret was revoked under another name, not issued/)
  })

  test('cannot use an API key that was replaced, and a command does not issue a revoked one silently', async () => {
    const key = KEY()
    const newKey = KEY()
    const client = aClient({ api_keys: [{ name: 'main', key }] })
    await start(client)
    await inWork(client.id, (work) => issueApiKey(work, { name: 'main', key: newKey }, keyring))

    await start(client)
    const replaced = [await isKey(key), await isKey(newKey)]
    await inWork(client.id, (work) => revokeApiKey(work, 'main'))
    const again = await inWork(client.id, (work) => issueApiKey(work, { name: 'main', key: KEY() }, keyring))

    assert.deepEqual(replaced, [false, true])
    assert.match(again.left ?? '', /^revoked/)
  })

  test('cannot have a revoked application brought back by a start that ran at the same time', async () => {
    const id = unique('app')
    const client = aClient({ applications: [{ id, secret: SECRET }] })
    await start(client)

    await Promise.all([
      ...Array.from({ length: 3 }, (_, index) =>
        start({ ...client, applications: [{ id, secret: SECRET, name: `Name ${index}` }] }),
      ),
      inWork(client.id, (work) => revokeApplication(work, id)),
    ])

    assert.equal(await opens(client.id, id, SECRET), false)
  })

  for (const section of ['managers', 'employees'] as const) {
    const [scope, path] = section === 'managers' ? ['manager', 'users'] : ['employee', 'employees']

    test(`cannot log in as the ${scope} whose log-in was switched off, or deleted`, async () => {
      const email = `${unique('person')}@acme.test`
      const person = { technical_id: 'P-1', first_name: 'Eve', last_name: 'Left', email, password: PASSWORD }
      const client = aClient({ [section]: [person] })
      await start(client)
      assert.equal(await canLogIn(email), true)

      await call(client.id, 'PATCH', `/accounts/${scope}:P-1`, { is_active: false })
      const off = reportSetup(await start(client))
      const whenOff = await canLogIn(email)
      await call(client.id, 'DELETE', `/accounts/${scope}:P-1`)
      const deleted = reportSetup(await start(client))

      assert.deepEqual([whenOff, await canLogIn(email)], [false, false])
      assert.ok(off.includes(`${scope} P-1: its log-in was switched off, left as is`), off)
      assert.ok(deleted.includes(`${scope} P-1: its log-in was deleted, left as is`), deleted)
      await reissue(client)
      assert.equal(await canLogIn(email), true)
    })

    test(`cannot log in as the ${scope} who was deleted, and is still in the file`, async () => {
      const email = `${unique('person')}@acme.test`
      const person = { technical_id: 'P-1', first_name: 'Eve', last_name: 'Left', email, password: PASSWORD }
      const client = aClient({ [section]: [person] })
      await start(client)
      await call(client.id, 'DELETE', `/${path}/P-1`)

      const report = reportSetup(await start(client))

      assert.equal(await canLogIn(email), false)
      assert.equal((await call(client.id, 'GET', `/${path}/P-1`)).statusCode, 404)
      assert.ok(report.includes(`${scope} P-1: deleted, left as is; use --reissue to bring it back`), report)
      await reissue(client)
      assert.equal(await canLogIn(email), true)
    })
  }

  test('cannot come in through an identity provider that was switched off, or deleted', async () => {
    const provider = { code: 'idp', name: 'Log-in', entity_id: 'urn:idp', sso_url: 'https://idp.example/sso' }
    const client = aClient({ saml_identity_providers: [{ ...provider, certificates: [CERTIFICATE] }] })
    const read = () => call(client.id, 'GET', '/saml_identity_providers/idp')
    await start(client)

    await call(client.id, 'PATCH', '/saml_identity_providers/idp', { is_active: false })
    const off = reportSetup(await start(client))
    const whenOff = (await read()).json().is_active
    await call(client.id, 'DELETE', '/saml_identity_providers/idp')
    const deleted = reportSetup(await start(client))

    assert.deepEqual([whenOff, (await read()).statusCode], [false, 404])
    assert.match(off, /SAML identity provider idp: switched off, left as is/)
    assert.match(deleted, /SAML identity provider idp: deleted, left as is/)
    await reissue(client)
    assert.equal((await read()).json().is_active, true)
  })

  test('cannot use a certificate of an identity provider that an administrator took away', async () => {
    const provider = { code: 'idp', name: 'Log-in', entity_id: 'urn:idp', sso_url: 'https://idp.example/sso' }
    const client = aClient({ saml_identity_providers: [{ ...provider, certificates: [CERTIFICATE, IDP_CERTIFICATE] }] })
    const count = async () => (await call(client.id, 'GET', '/saml_identity_providers/idp')).json().certificates.length
    await start(client)
    await call(client.id, 'PATCH', '/saml_identity_providers/idp', { certificates: [CERTIFICATE] })

    const report = reportSetup(await start(client))

    assert.equal(await count(), 1)
    assert.match(report, /a certificate of the file was removed, left as is/)
    await reissue(client)
    assert.equal(await count(), 2)
  })
})

describe('anyone who guesses', () => {
  test('meets no API key of fewer than 16 characters: the file is refused, and the field is named', () => {
    const file = { clients: [aClient({ api_keys: [{ name: 'main', key: 'fifteen-letters' }] })] }

    assert.throws(() => parseSetup(file), /clients\[0\]\.api_keys\[0\]\.key: /)
  })

  test('finds no short secret of an application without a warning to the operator, which does not show it', async () => {
    const id = unique('app')

    const report = reportSetup(await start(aClient({ applications: [{ id, secret: 'fifteen-letters' }] })))

    assert.ok(report.includes(`application ${id}: its secret has fewer than 16 characters`), report)
    assert.ok(!report.includes('fifteen-letters'))
    assert.ok(await db.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst())
  })
})
