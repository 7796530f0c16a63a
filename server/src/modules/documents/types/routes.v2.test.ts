import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { basic, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { app, v2, db } = service

async function aType(): Promise<string> {
  const code = unique('type')
  await v2('PUT', `/document_types/${code}`, { body: { kind: 'employee', name: 'Payslip' } })
  return code
}

async function stateOf(code: string) {
  return { type: (await v2('GET', `/document_types/${code}`)).json(), events: await eventsOf(db, code) }
}

type Endpoint = { method: 'GET' | 'PUT' | 'PATCH'; path: string; body?: object; needs: 'read' | 'write' }
const endpoints: Endpoint[] = [
  { method: 'GET', path: '/document_types', needs: 'read' },
  { method: 'GET', path: '/document_types/{code}', needs: 'read' },
  { method: 'PUT', path: '/document_types/{code}', body: { kind: 'employee', name: 'Other' }, needs: 'write' },
  { method: 'PATCH', path: '/document_types/{code}', body: { name: 'Other' }, needs: 'write' },
]

for (const { method, path, body, needs } of endpoints) {
  const pathOf = (code: string) => path.replace('{code}', code)

  describe(`${method} ${path}`, () => {
    const credentials = {
      'no credentials': { headers: {}, code: 'invalid_credentials' },
      'a token nobody was given': { headers: { authorization: 'Bearer aGVsbG8' }, code: 'invalid_token' },
      'an application id and secret': {
        headers: { authorization: basic('payroll', 'payroll-secret') },
        code: 'invalid_token',
      },
      'an API key': { headers: { 'x-api-key': 'acme-api-key' }, code: 'invalid_credentials' },
    }
    for (const [what, { headers, code }] of Object.entries(credentials)) {
      test(`401 for ${what}, and nothing changes`, async () => {
        const type = await aType()
        const before = await stateOf(type)
        const url = `/api/v2/client${pathOf(type)}`

        const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })

        assert.equal(answer.statusCode, 401)
        assert.equal(answer.json().code, code)
        assert.deepEqual(await stateOf(type), before)
      })
    }

    test('403 for an application that was not issued for document types, and nothing changes', async () => {
      const type = await aType()
      const before = await stateOf(type)

      const answer = await v2(method, pathOf(type), { application: 'reader', body })

      assert.equal(answer.statusCode, 403)
      assert.equal(answer.json().message, `This application lacks the permission document_types:${needs}.`)
      assert.deepEqual(await stateOf(type), before)
    })

    // A list and a PUT know no absent type; their tests of another client stand with them.
    if (path.endsWith('}') && method !== 'PUT') {
      test("404 for another client's type, word for word as for an absent one, and nothing changes", async () => {
        const type = await aType()
        const absent = unique('type')
        const before = await stateOf(type)
        const call = (code: string) => v2(method, pathOf(code), { application: 'rival', body })

        const others = await call(type)
        const unknown = await call(absent)

        assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
        assert.equal(others.body.replaceAll(type, '…'), unknown.body.replaceAll(absent, '…'))
        assert.deepEqual(unknown.json(), { code: 'not_found', message: `Document type ${absent} not found.` })
        assert.deepEqual(await stateOf(type), before)
      })
    }
  })
}

describe('GET /document_types/{code}', () => {
  test('200 reads a type', async () => {
    const code = await aType()

    const answer = await v2('GET', `/document_types/${code}`)

    assert.equal(answer.statusCode, 200)
    assert.partialDeepStrictEqual(answer.json(), { code, kind: 'employee', name: 'Payslip' })
  })

  test('404 for the same code in other letters', async () => {
    const code = await aType()

    assert.equal((await v2('GET', `/document_types/${code.toUpperCase()}`)).statusCode, 404)
  })

  for (const code of ['a.b', 'a%20b', '%00', 'x'.repeat(101)]) {
    test(`404 for ${code.slice(0, 20)}, which is not a code`, async () => {
      const answer = await v2('GET', `/document_types/${code}`)

      assert.equal(answer.statusCode, 404)
      assert.equal(answer.json().code, 'not_found')
    })
  }
})

describe('DELETE /document_types/{code}', () => {
  test('405: a type is never deleted', async () => {
    const code = await aType()
    const before = await stateOf(code)

    const answer = await v2('DELETE', `/document_types/${code}`)

    assert.equal(answer.statusCode, 405)
    assert.equal(answer.json().code, 'method_not_allowed')
    assert.equal(answer.headers.allow, 'GET, HEAD, PATCH, PUT')
    assert.deepEqual(await stateOf(code), before)
  })

  test('405 for the list too, which is not written to either', async () => {
    const answers = [await v2('DELETE', '/document_types'), await v2('POST', '/document_types', { body: {} })]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 405)
      assert.equal(answer.headers.allow, 'GET, HEAD')
    }
  })
})
