import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, anApplication, basic, globex, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { app, db, clock } = service

const GOOD = 'grant_type=client_credentials&scope=client&client_id=acme'
const FORM = 'application/x-www-form-urlencoded'
let lastAddress = 0

type Call = { authorization?: string; payload?: string | Buffer; contentType?: string; path?: string }

/** A call from an address of its own, so that failures of one test do not slow down another. */
async function call({ authorization, payload, contentType = FORM, path = '/tokens' }: Call) {
  lastAddress += 1
  return app.inject({
    method: 'POST',
    url: `/api/v2/client${path}`,
    remoteAddress: `10.0.0.${lastAddress}`,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

const read = (token: string) =>
  app.inject({ method: 'GET', url: '/api/v2/client/datasets', headers: { authorization: `Bearer ${token}` } })

describe('POST /tokens', () => {
  test('200 answers a bearer token that opens the API for 3600 s, never to be cached', async () => {
    const answer = await call({ authorization: basic('payroll', 'payroll-secret'), payload: GOOD })

    const { access_token, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600 })
    assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
    assert.ok(access_token.length >= 32)
    assert.equal((await read(access_token)).statusCode, 200)
  })

  test('200 gives a new token each time, and the earlier ones stay valid', async () => {
    const ask = async () =>
      (await call({ authorization: basic('payroll', 'payroll-secret'), payload: GOOD })).json().access_token

    const first = await ask()
    const second = await ask()

    assert.notEqual(first, second)
    assert.deepEqual([(await read(first)).statusCode, (await read(second)).statusCode], [200, 200])
  })

  test('200 ignores form fields that are unknown, and a trailing slash', async () => {
    const answer = await call({
      authorization: basic('payroll', 'payroll-secret'),
      payload: `${GOOD}&audience=all&audience=some`,
      path: '/tokens/',
    })

    assert.equal(answer.statusCode, 200)
  })

  test('200 takes "basic" in any case, as HTTP has it', async () => {
    const authorization = basic('payroll', 'payroll-secret').replace('Basic', 'bAsIc')

    assert.equal((await call({ authorization, payload: GOOD })).statusCode, 200)
  })

  const awkward = ['sécret:with:colons', 'plus+and%41percent', 'sp ace&amp=?', 'ends with %', '密码密码密码密码']
  for (const secret of awkward) {
    test(`200 takes the secret ${secret} as sent, and form-encoded`, async () => {
      const application = await anApplication(service, { id: unique('app é&+%'), secret })
      const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')

      const asSent = await call({ authorization: basic(application.id.replace(':', ''), secret), payload: GOOD })
      const encoded = await call({ authorization: basic(encode(application.id), encode(secret)), payload: GOOD })

      assert.equal(asSent.statusCode, 200)
      assert.equal(encoded.statusCode, 200)
    })
  }

  test('an application that two clients issued gets a token of the client it names', async () => {
    const { id, secret } = await anApplication(service, { owners: [acme, globex] })
    const mark = unique('ds')
    await service.v2('PUT', `/datasets/${mark}`, { body: {} })

    const tokens = []
    for (const client of ['acme', 'globex']) {
      const payload = `grant_type=client_credentials&scope=client&client_id=${client}`
      tokens.push((await call({ authorization: basic(id, secret), payload })).json().access_token)
    }

    const statuses = []
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      statuses.push((await app.inject({ url: `/api/v2/client/datasets/${mark}`, headers })).statusCode)
    }
    assert.deepEqual(statuses, [200, 404])
  })

  test('an application of one id that two clients issued with different secrets gets the one its secret proves', async () => {
    const id = unique('app')
    await anApplication(service, { id, secret: 'the-acme-secret', owners: [acme] })
    await anApplication(service, { id, secret: 'the-globex-secret', owners: [globex] })

    const own = await call({ authorization: basic(id, 'the-acme-secret'), payload: GOOD })
    const others = await call({ authorization: basic(id, 'the-globex-secret'), payload: GOOD })

    assert.equal(own.statusCode, 200)
    assert.equal(others.statusCode, 400)
    assert.equal(others.json().error, 'invalid_request')
  })
})

describe('POST /tokens refuses', () => {
  const right = basic('payroll', 'payroll-secret')
  const wrongClient = {
    status: 401,
    body: { error: 'invalid_client', error_description: 'The application_id or application_secret is incorrect.' },
  }
  const grant = { error: 'invalid_grant', error_description: 'grant_type must be client_credentials.' }
  const scope = { error: 'invalid_scope', error_description: 'scope must be client.' }
  const client = {
    error: 'invalid_request',
    error_description: 'client_id does not match a client of this application.',
  }
  const cases = [
    { what: 'no credentials', authorization: undefined, payload: GOOD, ...wrongClient },
    { what: 'a wrong secret', authorization: basic('payroll', 'wrong'), payload: GOOD, ...wrongClient },
    { what: 'an empty secret', authorization: basic('payroll', ''), payload: GOOD, ...wrongClient },
    { what: 'an unknown application', authorization: basic('nobody', 'payroll-secret'), payload: GOOD, ...wrongClient },
    { what: 'a header without a colon', authorization: `Basic ${btoa('payroll')}`, payload: GOOD, ...wrongClient },
    { what: 'a header that is not valid base64', authorization: 'Basic ***', payload: GOOD, ...wrongClient },
    { what: 'a NUL in the credentials', authorization: basic('payroll\0', 'x'), payload: GOOD, ...wrongClient },
    {
      what: 'an encoded NUL in the credentials',
      authorization: basic('payroll%00', 'x'),
      payload: GOOD,
      ...wrongClient,
    },
    { what: 'a bearer token', authorization: 'Bearer abc', payload: GOOD, ...wrongClient },
    {
      what: 'wrong credentials before anything else that is wrong',
      authorization: basic('payroll', 'wrong'),
      payload: 'grant_type=x&scope=x&client_id=x',
      ...wrongClient,
    },
    { what: 'wrong credentials before an absent body', authorization: undefined, payload: undefined, ...wrongClient },
    {
      what: 'a wrong grant_type',
      authorization: right,
      payload: 'grant_type=password&scope=client&client_id=acme',
      status: 400,
      body: grant,
    },
    {
      what: 'a wrong grant_type before a wrong scope and client_id',
      authorization: right,
      payload: 'grant_type=password&scope=x&client_id=x',
      status: 400,
      body: grant,
    },
    {
      what: 'an absent grant_type',
      authorization: right,
      payload: 'scope=client&client_id=acme',
      status: 400,
      body: grant,
    },
    { what: 'an empty form', authorization: right, payload: '', status: 400, body: grant },
    { what: 'an absent body', authorization: right, payload: undefined, status: 400, body: grant },
    {
      what: 'a wrong scope before a wrong client_id',
      authorization: right,
      payload: 'grant_type=client_credentials&scope=all&client_id=x',
      status: 400,
      body: scope,
    },
    {
      what: 'an absent scope',
      authorization: right,
      payload: 'grant_type=client_credentials&client_id=acme',
      status: 400,
      body: scope,
    },
    {
      what: 'a wrong client_id',
      authorization: right,
      payload: 'grant_type=client_credentials&scope=client&client_id=nobody',
      status: 400,
      body: client,
    },
    {
      what: 'a client that the application was not issued for',
      authorization: right,
      payload: 'grant_type=client_credentials&scope=client&client_id=globex',
      status: 400,
      body: client,
    },
    {
      what: 'an absent client_id',
      authorization: right,
      payload: 'grant_type=client_credentials&scope=client',
      status: 400,
      body: client,
    },
    {
      what: 'a client_id in another case',
      authorization: right,
      payload: 'grant_type=client_credentials&scope=client&client_id=ACME',
      status: 400,
      body: client,
    },
  ]
  for (const { what, authorization, payload, status, body } of cases) {
    test(`${status} ${what}: ${body.error}`, async () => {
      const answer = await call({
        ...(authorization === undefined ? {} : { authorization }),
        ...(payload === undefined ? {} : { payload }),
      })

      assert.equal(answer.statusCode, status)
      assert.deepEqual(answer.json(), body)
      const challenge = answer.headers['www-authenticate']
      assert.equal(challenge, status === 401 ? 'Basic realm="dossier", charset="UTF-8"' : undefined)
    })
  }

  for (const field of ['grant_type=client_credentials', 'scope=client', 'client_id=acme']) {
    test(`400 ${field.split('=')[0]} that is sent twice: invalid_request`, async () => {
      const answer = await call({ authorization: right, payload: `${GOOD}&${field}` })

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(Object.keys(answer.json()), ['error', 'error_description'])
      assert.equal(answer.json().error, 'invalid_request')
    })
  }

  for (const [what, payload, contentType] of [
    ['JSON', '{"grant_type":"client_credentials"}', 'application/json'],
    ['no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), FORM],
    ['an escape that is not valid UTF-8', `${GOOD.replace('acme', '%ff')}`, FORM],
    ['a NUL', `${GOOD}%00`, FORM],
  ] as const) {
    test(`400 a body that is ${what}: invalid_request`, async () => {
      const answer = await call({ authorization: right, payload, contentType })

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().error, 'invalid_request')
    })
  }

  test('405 another method, with Allow', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/v2/client/tokens' })

    assert.equal(answer.statusCode, 405)
    assert.equal(answer.headers.allow, 'POST')
    assert.deepEqual(answer.json(), { code: 'method_not_allowed', message: 'Method not allowed (allowed: POST).' })
  })

  test('a refusal stores no token', async () => {
    const { id, secret } = await anApplication(service)

    await call({ authorization: basic(id, 'wrong'), payload: GOOD })
    await call({ authorization: basic(id, secret), payload: GOOD.replace('acme', 'globex') })

    const tokens = await db.selectFrom('access_tokens').selectAll().where('application_id', '=', id).execute()
    assert.deepEqual(tokens, [])
  })
})

describe('an access token', () => {
  test('ends after 3600 s, and not before', async () => {
    const { id, secret } = await anApplication(service)
    const token = (await call({ authorization: basic(id, secret), payload: GOOD })).json().access_token

    clock.advance(3590)
    const before = await read(token)
    clock.advance(11)
    const after = await read(token)

    assert.equal(before.statusCode, 200)
    assert.equal(after.statusCode, 401)
    assert.deepEqual(after.json(), {
      code: 'invalid_token',
      message: 'The access token is expired, revoked or not valid.',
    })
  })
})

describe('POST /revoke_token', () => {
  const revoke = (id: string, secret: string, payload: string) =>
    call({ authorization: basic(id, secret), payload, path: '/revoke_token' })
  const tokenOf = async ({ id, secret }: { id: string; secret: string }, client = 'acme') =>
    (await call({ authorization: basic(id, secret), payload: GOOD.replace('acme', client) })).json().access_token

  test('200 ends the token at once, and only that one', async () => {
    const application = await anApplication(service)
    const doomed = await tokenOf(application)
    const other = await tokenOf(application)
    await read(doomed)

    const answer = await revoke(application.id, application.secret, `token=${doomed}`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {})
    assert.equal((await read(doomed)).statusCode, 401)
    assert.equal((await read(other)).statusCode, 200)
  })

  test('200 for a token that is unknown, ended, absent or empty', async () => {
    const application = await anApplication(service)
    const token = await tokenOf(application)
    await revoke(application.id, application.secret, `token=${token}`)

    for (const payload of [`token=${token}`, 'token=unknown', 'token=', '', 'token_type_hint=access_token']) {
      assert.equal((await revoke(application.id, application.secret, payload)).statusCode, 200, payload)
    }
  })

  test("200 and no change for another application's token, and for that of the same id at another client", async () => {
    const mine = await anApplication(service)
    const theirs = await anApplication(service)
    const id = unique('app')
    await anApplication(service, { id, secret: 'the-acme-secret', owners: [acme] })
    await anApplication(service, { id, secret: 'the-globex-secret', owners: [globex] })
    const token = await tokenOf(theirs)
    const namesake = await tokenOf({ id, secret: 'the-globex-secret' }, 'globex')

    const first = await revoke(mine.id, mine.secret, `token=${token}`)
    const second = await revoke(id, 'the-acme-secret', `token=${namesake}`)

    assert.deepEqual([first.statusCode, second.statusCode], [200, 200])
    assert.deepEqual([(await read(token)).statusCode, (await read(namesake)).statusCode], [200, 200])
  })

  test('401 for wrong credentials, and the token lives on', async () => {
    const application = await anApplication(service)
    const token = await tokenOf(application)

    const answer = await revoke(application.id, 'wrong', `token=${token}`)

    assert.equal(answer.statusCode, 401)
    assert.equal(answer.json().error, 'invalid_client')
    assert.equal((await read(token)).statusCode, 200)
  })

  test('400 for a token that is sent twice', async () => {
    const application = await anApplication(service)

    const answer = await revoke(application.id, application.secret, 'token=a&token=b')

    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().error, 'invalid_request')
  })
})
