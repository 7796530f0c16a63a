import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, basic, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { BOTH_KINDS, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import type { Document } from './schemas.ts'

const service = await startApp()
const { app, v2, db } = service
const { aDocument, anUpload, aPlace, at } = filingCalls(service)

const issued = new Map<string, Promise<{ authorization: string }>>()
/** The header of an application that may do only this; the same one each time. */
function issuedFor(...permissions: string[]): Promise<{ authorization: string }> {
  const name = permissions.join()
  const header = issued.get(name) ?? allowedTo(service, ...permissions)
  issued.set(name, header)
  return header
}

async function stateOf(document: Document) {
  return { document: (await v2('GET', at(document))).json(), events: await eventsOf(db, document.id) }
}

type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  needs: string
}

const ABSENT = '01a1df9a-595c-7000-8000-0049b5b32185'
const ABSENT_UPPER = ABSENT.toUpperCase()

for (const kind of BOTH_KINDS) {
  const path = `/${kind}_documents`
  const other = kind === 'employee' ? 'company' : 'employee'
  const read = `${kind}_documents:read`
  const write = `${kind}_documents:write`
  const endpoints: Endpoint[] = [
    { method: 'GET', path, needs: read },
    { method: 'POST', path, body: { title: 'x' }, needs: write },
    { method: 'GET', path: `${path}/{id}`, needs: read },
    { method: 'PATCH', path: `${path}/{id}`, body: { title: 'Stolen' }, needs: write },
    { method: 'DELETE', path: `${path}/{id}`, needs: write },
    { method: 'PUT', path: `${path}/{id}/trash`, needs: write },
    { method: 'PUT', path: `${path}/{id}/untrash`, needs: write },
    { method: 'GET', path: `${path}/{id}/file`, needs: read },
    { method: 'HEAD', path: `${path}/{id}/file`, needs: read },
    { method: 'GET', path: `${path}/{id}/preview`, needs: read },
    ...(kind === 'employee'
      ? [{ method: 'DELETE' as const, path: '/employees/{employee}/documents/{id}/link', needs: write }]
      : []),
  ]

  for (const { method, path: pattern, body, needs } of endpoints) {
    const pathOf = ({ id, employee_technical_id }: Pick<Document, 'id' | 'employee_technical_id'>) =>
      pattern.replace('{id}', id).replace('{employee}', employee_technical_id ?? 'nobody')

    describe(`${method} ${pattern}`, () => {
      const credentials = {
        'no credentials': { headers: {}, code: 'invalid_credentials' },
        'a token nobody was given': { headers: { authorization: 'Bearer aGVsbG8' }, code: 'invalid_token' },
        'an application id and secret': {
          headers: { authorization: basic('payroll', 'payroll-secret') },
          code: 'invalid_token',
        },
        'an API key': { headers: { 'x-api-key': 'acme-api-key' }, code: 'invalid_credentials' },
      }
      test('401 without a token of this API, and nothing changes', async () => {
        const document = await aDocument(kind)
        const before = await stateOf(document)
        const url = `/api/v2/client${pathOf(document)}`

        for (const [what, { headers, code }] of Object.entries(credentials)) {
          const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })

          assert.equal(answer.statusCode, 401, what)
          if (method !== 'HEAD') assert.equal(answer.json().code, code, what)
        }
        assert.deepEqual(await stateOf(document), before)
      })

      test(`403 unless issued for ${needs}, and nothing changes`, async () => {
        const document = await aDocument(kind)
        const before = await stateOf(document)
        const opposite = needs === read ? write : read
        const insufficient = [[opposite], [`${other}_documents:*`], ['employees:*', 'document_types:*']]

        for (const permissions of insufficient) {
          const headers = await issuedFor(...permissions)
          const answer = await v2(method, pathOf(document), { body, headers })

          assert.equal(answer.statusCode, 403, permissions.join())
          if (method === 'HEAD') continue
          const message = `This application lacks the permission ${needs}.`
          assert.deepEqual(answer.json(), { code: 'insufficient_scope', message })
        }
        assert.deepEqual(await stateOf(document), before)
      })

      test(`2xx when issued for ${needs}, and no more`, async () => {
        const document = await aDocument(kind)
        const created = { ...(await aPlace(kind, {}, 'payroll')), title: 'A', upload_id: await anUpload() }

        const answer = await v2(method, pathOf(document), {
          ...(method === 'POST' ? { body: created } : { body }),
          headers: await issuedFor(needs),
        })

        assert.ok([200, 201, 204].includes(answer.statusCode), answer.body)
      })

      if (pattern.includes('{id}')) {
        test('404 for another client’s document, word for word as for an absent one, and nothing changes', async () => {
          const document = await aDocument(kind)
          const before = await stateOf(document)
          const call = (id: string) => v2(method, pathOf({ ...document, id }), { application: 'rival', body })

          const others = await call(document.id)
          const unknown = await call(ABSENT)

          assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
          assert.equal(others.body.replaceAll(document.id, '…'), unknown.body.replaceAll(ABSENT, '…'))
          if (method !== 'HEAD') {
            assert.deepEqual(unknown.json(), {
              code: 'not_found',
              message: `${capitalize(kind)} document ${ABSENT} not found.`,
            })
          }
          assert.deepEqual(await stateOf(document), before)
        })

        test('404 for a document of the other kind, and for what is not an id', async () => {
          const document = await aDocument(other)
          const before = await stateOf(document)

          for (const id of [document.id, 'none', ABSENT_UPPER, `${ABSENT}0`]) {
            const answer = await v2(method, pathOf({ id, employee_technical_id: null }), { body })

            assert.equal(answer.statusCode, 404, id)
            if (method !== 'HEAD') assert.equal(answer.json().message, `${capitalize(kind)} document ${id} not found.`)
          }
          assert.deepEqual(await stateOf(document), before)
        })
      }
    })
  }

  describe(`GET ${path}`, () => {
    test('200 shows nothing of another client, whatever is asked for', async () => {
      const title = unique('secret')
      const external_unique_id = unique('ext')
      await aDocument(kind, { title, external_unique_id, date: '2024-03-15' })

      for (const query of [
        '',
        `?q=${title}`,
        `?external_unique_id=${external_unique_id}`,
        '?date_since=2000-01-01',
        '?sort=date',
      ]) {
        const answer = await v2('GET', `${path}${query}`, { application: 'rival' })

        assert.deepEqual(answer.json(), [], query)
      }
    })

    test('405 for a method that there is not, with those that there are', async () => {
      const document = await aDocument(kind)

      const answers = [
        await v2('PUT', path, { body: {} }),
        await v2('PUT', at(document), { body: {} }),
        await v2('GET', `${at(document)}/trash`),
      ]

      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.headers.allow]),
        [
          [405, 'GET, HEAD, POST'],
          [405, 'DELETE, GET, HEAD, PATCH'],
          [405, 'PUT'],
        ],
      )
    })

    test('a slash at the end changes nothing', async () => {
      const document = await aDocument(kind)

      assert.deepEqual((await v2('GET', `${at(document)}/`)).json(), document)
      assert.equal((await v2('PUT', `${at(document)}/trash/`)).statusCode, 200)
      assert.equal((await v2('GET', `${path}/`)).statusCode, 200)
    })

    for (const [what, payload, contentType] of [
      ['broken JSON', '{"title":', 'application/json'],
      ['a list', '[]', 'application/json'],
      ['null', 'null', 'application/json'],
      ['a form', 'title=A', 'application/x-www-form-urlencoded'],
    ] as const) {
      test(`400 for a body that is ${what}`, async () => {
        const document = await aDocument(kind)
        const headers = { ...(await service.as('payroll')), 'content-type': contentType }

        for (const [method, url] of [
          ['POST', path],
          ['PATCH', at(document)],
        ] as const) {
          const answer = await app.inject({ method, url: `/api/v2/client${url}`, headers, payload })

          assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
        }
      })
    }
  })
}
