import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { aDataset, eventsAbout, storedPaths, unique } from '#test/harness/builders.ts'

const service = await startApp()
const { app, v2, db } = service

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
type Endpoint = { method: Method; path: string; body?: object; needs: 'read' | 'write' }

/** Every operation on data sets; `{id}` is a data set that holds `fr` and `fr.paris`. */
const endpoints: Endpoint[] = [
  { method: 'GET', path: '/datasets', needs: 'read' },
  { method: 'GET', path: '/datasets/{id}', needs: 'read' },
  { method: 'HEAD', path: '/datasets/{id}', needs: 'read' },
  { method: 'PUT', path: '/datasets/{id}', body: { localized_names: [] }, needs: 'write' },
  { method: 'DELETE', path: '/datasets/{id}', needs: 'write' },
  { method: 'GET', path: '/datasets/{id}/values', needs: 'read' },
  { method: 'GET', path: '/datasets/{id}/values/fr', needs: 'read' },
  { method: 'HEAD', path: '/datasets/{id}/values/fr', needs: 'read' },
  { method: 'PUT', path: '/datasets/{id}/values/fr', body: { localized_names: [] }, needs: 'write' },
  { method: 'DELETE', path: '/datasets/{id}/values/fr', needs: 'write' },
  {
    method: 'POST',
    path: '/datasets/{id}/values/bulk',
    body: { values: [{ code: 'gb', localized_names: [] }] },
    needs: 'write',
  },
]

async function stateOf(id: string) {
  const dataset = (await v2('GET', `/datasets/${id}`)).json()
  return { dataset, paths: await storedPaths(db, id), events: await eventsAbout(db, id) }
}

for (const { method, path, body, needs } of endpoints) {
  const pathFor = (id: string) => path.replace('{id}', id)
  const payload = body === undefined ? {} : { payload: body }

  describe(`${method} ${path.replace('/fr', '/{code}')}`, () => {
    const credentials = {
      'no credentials': { headers: {}, code: 'invalid_credentials', challenge: 'Bearer realm="dossier"' },
      'a token nobody was given': {
        headers: { authorization: 'Bearer aGVsbG8' },
        code: 'invalid_token',
        challenge: 'Bearer realm="dossier", error="invalid_token"',
      },
      'credentials of another kind': {
        headers: { authorization: 'Basic cGF5cm9sbDpwYXlyb2xsLXNlY3JldA==' },
        code: 'invalid_token',
        challenge: 'Bearer realm="dossier", error="invalid_token"',
      },
      'an API key': {
        headers: { 'x-api-key': 'acme-api-key' },
        code: 'invalid_credentials',
        challenge: 'Bearer realm="dossier"',
      },
    }
    for (const [what, { headers, code, challenge }] of Object.entries(credentials)) {
      test(`401 for ${what}, and nothing changes`, async () => {
        const id = await aDataset(service, { values: ['fr', 'fr.paris'] })
        const before = await stateOf(id)

        const answer = await app.inject({ method, url: `/api/v2/client${pathFor(id)}`, headers, ...payload })

        assert.equal(answer.statusCode, 401)
        assert.equal(answer.headers['www-authenticate'], challenge)
        if (method !== 'HEAD') assert.deepEqual(Object.keys(answer.json()), ['code', 'message'])
        if (method !== 'HEAD') assert.equal(answer.json().code, code)
        assert.deepEqual(await stateOf(id), before)
      })
    }

    test('400 for a token in the header and in the query at once', async () => {
      const id = await aDataset(service, { values: ['fr', 'fr.paris'] })
      const before = await stateOf(id)

      const answer = await v2(method, `${pathFor(id)}?access_token=x`, body === undefined ? {} : { body })

      assert.equal(answer.statusCode, 400)
      if (method !== 'HEAD') assert.equal(answer.json().code, 'invalid_request')
      assert.deepEqual(await stateOf(id), before)
    })

    if (needs === 'write') {
      test('403 for a read-only application, and nothing changes', async () => {
        const id = await aDataset(service, { values: ['fr', 'fr.paris'] })
        const before = await stateOf(id)

        const answer = await v2(method, pathFor(id), { application: 'reader', ...(body ? { body } : {}) })

        assert.equal(answer.statusCode, 403)
        assert.deepEqual(answer.json(), {
          code: 'insufficient_scope',
          message: 'This application lacks the permission datasets:write.',
        })
        assert.equal(answer.headers['www-authenticate'], 'Bearer realm="dossier", error="insufficient_scope"')
        assert.deepEqual(await stateOf(id), before)
      })
    } else {
      test('200 for a read-only application', async () => {
        const id = await aDataset(service, { values: ['fr', 'fr.paris'] })

        const answer = await v2(method, pathFor(id), { application: 'reader' })

        assert.equal(answer.statusCode, 200)
      })
    }

    // A PUT of the data set itself makes one of the other client's own; its test stands with that endpoint.
    if (path !== '/datasets' && !(method === 'PUT' && path === '/datasets/{id}')) {
      test("404 for another client's data set, word for word as for an absent one, and nothing changes", async () => {
        const id = await aDataset(service, { values: ['fr', 'fr.paris'] })
        const absent = unique('ds')
        const before = await stateOf(id)
        const call = (one: string) => v2(method, pathFor(one), { application: 'rival', ...(body ? { body } : {}) })

        const others = await call(id)
        const unknown = await call(absent)

        assert.equal(others.statusCode, 404)
        assert.equal(unknown.statusCode, 404)
        assert.equal(others.body.replaceAll(id, '…'), unknown.body.replaceAll(absent, '…'))
        assert.deepEqual(await stateOf(id), before)
      })
    }
  })
}

describe('GET /datasets', () => {
  test("200 shows a client's own data sets only", async () => {
    const id = await aDataset(service)

    const own = (await v2('GET', `/datasets?q=${id}`)).json()
    const others = (await v2('GET', `/datasets?q=${id}`, { application: 'rival' })).json()

    assert.deepEqual(
      own.map((one: { id: string }) => one.id),
      [id],
    )
    assert.deepEqual(others, [])
  })
})
