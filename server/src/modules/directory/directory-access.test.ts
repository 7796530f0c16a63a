import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, unique } from '#test/harness/builders.ts'
import { CERTIFICATE } from '#test/harness/http/loopback-certificate.ts'

const service = await startApp()
const { app, v2 } = service

/** What has a code of the caller's own, with a body that each takes. */
const resources: { path: string; name: string; body(): object; isKept?: boolean; takesAll?: boolean }[] = [
  { path: '/organizations', name: 'organization', body: () => ({ name: 'A' }) },
  { path: '/organization_groups', name: 'organization group', body: () => ({ name: 'A' }), isKept: true },
  { path: '/custom_fields', name: 'custom field', body: () => ({ name: 'A', type: 'string' }) },
  { path: '/roles', name: 'role', body: () => ({ name: 'A' }) },
  {
    path: '/saml_identity_providers',
    name: 'SAML identity provider',
    body: () => ({
      name: 'A',
      entity_id: unique('entity'),
      sso_url: 'https://idp.test/sso',
      certificates: [CERTIFICATE],
    }),
    takesAll: true,
  },
]

for (const { path, name, body, isKept = false, takesAll = false } of resources) {
  const resource = path.slice(1)
  const at = (code: string) => `${path}/${code}`
  const calls = [
    ['GET', path, 'read'],
    ['GET', at('a'), 'read'],
    ['PUT', at('a'), 'write'],
    ['PATCH', at('a'), 'write'],
    ...(isKept ? [] : ([['DELETE', at('a'), 'write']] as const)),
  ] as const

  describe(`${path}: who may call`, () => {
    for (const [method, url, needed] of calls) {
      const sent = method === 'PUT' || method === 'PATCH' ? body() : undefined

      test(`${method} ${url}: 401 without a token, and with a wrong one`, async () => {
        const payload = sent === undefined ? {} : { payload: sent }

        const nobody = await app.inject({ method, url: `/api/v2/client${url}`, ...payload })
        const unknown = await v2(method, url, { body: sent, headers: { authorization: 'Bearer nonsense' } })

        assert.deepEqual([nobody.statusCode, nobody.json().code], [401, 'invalid_credentials'])
        assert.deepEqual([unknown.statusCode, unknown.json().code], [401, 'invalid_token'])
        assert.match(String(nobody.headers['www-authenticate']), /^Bearer\b/)
      })

      test(`${method} ${url}: 403 unless issued for ${resource}:${needed}`, async () => {
        const other = needed === 'read' ? 'write' : 'read'
        const call = async (permissions: string[]) =>
          v2(method, url, { body: sent, headers: await allowedTo(service, ...permissions) })

        const refused = [
          await v2(method, url, { body: sent, application: 'reader' }),
          await call([`${resource}:${other}`, 'datasets:*', 'notes:*']),
        ]
        const taken = [await call([`${resource}:${needed}`]), await call([`${resource}:*`])]

        for (const one of refused) assert.deepEqual([one.statusCode, one.json().code], [403, 'insufficient_scope'])
        for (const one of taken) {
          const isBeyond = takesAll && one.statusCode === 403 && one.json().code === 'beyond_own_permissions'
          assert.ok(isBeyond || [200, 201, 204, 404].includes(one.statusCode), one.body)
        }
      })
    }

    test('403 leaves nothing behind', async () => {
      const code = unique('code')

      await v2('PUT', at(code), { body: body(), application: 'reader' })

      assert.equal((await v2('GET', at(code))).statusCode, 404)
    })

    test('404 another client’s in every call, as if it were not there', async () => {
      const code = unique('code')
      const before = (await v2('PUT', at(code), { body: body() })).json()
      const rival = { application: 'rival' } as const

      const answers = [
        await v2('GET', at(code), rival),
        await v2('PATCH', at(code), { ...rival, body: { name: 'Stolen' } }),
        ...(isKept ? [] : [await v2('DELETE', at(code), rival)]),
      ]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 404)
        assert.deepEqual(answer.json(), { code: 'not_found', message: `${capitalize(name)} ${code} not found.` })
      }
      assert.deepEqual((await v2('GET', `${path}?q=${code}`, rival)).json(), [])
      assert.deepEqual((await v2('GET', at(code))).json(), before)
    })

    test('201 the same code for another client, which changes nothing of ours', async () => {
      const code = unique('code')
      const before = (await v2('PUT', at(code), { body: body() })).json()

      const theirs = await v2('PUT', at(code), { application: 'rival', body: { ...body(), name: 'Theirs' } })

      assert.equal(theirs.statusCode, 201)
      assert.deepEqual((await v2('GET', at(code))).json(), before)
      assert.equal((await v2('GET', at(code), { application: 'rival' })).json().name, 'Theirs')
    })

    test('405 another method, with those that there are', async () => {
      const one = await v2('POST', at('a'), { body: {} })
      const all = await v2('DELETE', path)

      assert.deepEqual([one.statusCode, one.json().code], [405, 'method_not_allowed'])
      assert.equal(one.headers.allow, `${isKept ? '' : 'DELETE, '}GET, HEAD, PATCH, PUT`)
      assert.deepEqual([all.statusCode, all.headers.allow], [405, 'GET, HEAD'])
    })

    test('a slash at the end changes nothing', async () => {
      const code = unique('code')

      const put = await v2('PUT', `${at(code)}/`, { body: body() })
      const got = await v2('GET', `${at(code)}/`)

      assert.equal(put.statusCode, 201)
      assert.deepEqual(got.json(), (await v2('GET', at(code))).json())
    })
  })

  describe(`PUT and PATCH ${path}/{code} refuse`, () => {
    for (const [what, payload, contentType] of [
      ['broken JSON', '{"name":', 'application/json'],
      ['an empty body', '', 'application/json'],
      ['a list', '[]', 'application/json'],
      ['null', 'null', 'application/json'],
      ['a text', '"A"', 'application/json'],
      ['a body that is not valid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'application/json'],
      ['a body that is not JSON by its type', 'name=A', 'text/plain'],
    ] as const) {
      test(`400 ${what}`, async () => {
        const headers = { ...(await service.as('payroll')), 'content-type': contentType }
        const url = `/api/v2/client${at(unique('code'))}`

        const answers = [
          await app.inject({ method: 'PUT', url, headers, payload }),
          await app.inject({ method: 'PATCH', url, headers, payload }),
        ]

        for (const answer of answers) {
          assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
        }
      })
    }

    test('413 a body over 1 MiB', async () => {
      const answer = await v2('PUT', at(unique('code')), { body: { ...body(), surprise: 'x'.repeat(1024 * 1024) } })

      assert.deepEqual([answer.statusCode, answer.json().code], [413, 'payload_too_large'])
    })

    const tooLong = 'x'.repeat(path === '/organizations' ? 65 : 101)
    for (const [what, code] of [
      ['a slash', 'a/b'],
      ['a control character', 'a\u0007b'],
      ['a control character of Latin-1', 'a\u0085b'],
      ['a NUL', 'a\0b'],
      [`${tooLong.length} characters`, tooLong],
    ] as const) {
      test(`422 a code with ${what}; it is 404 to read or delete it`, async () => {
        const url = at(encodeURIComponent(code))

        const written = [await v2('PUT', url, { body: body() }), await v2('PATCH', url, { body: body() })]
        const others = [await v2('GET', url), ...(isKept ? [] : [await v2('DELETE', url)])]

        for (const answer of written) {
          const fields = answer.json().errors.map((one: { field: string }) => one.field)
          assert.equal(answer.statusCode, 422)
          assert.deepEqual(fields, ['code'])
        }
        for (const answer of others) assert.equal(answer.statusCode, 404)
      })
    }
  })
}
