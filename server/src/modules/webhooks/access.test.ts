import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, basic } from '#test/harness/builders.ts'
import { aReceivingWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  noNameServers,
  settings,
  storedDeliveries,
  storedFor,
  webhookCalls,
} from '#test/harness/features/webhooks/webhook-calls.ts'

const service = await startApp({ guard: noNameServers })
const { app, v2, db } = service

type Operation = {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  action: 'read' | 'write'
  status: number
}

const SINCE = { since: '2024-01-31T00:00:00Z' }
const OPERATIONS: Operation[] = [
  { method: 'GET', path: '/webhooks', action: 'read', status: 200 },
  { method: 'POST', path: '/webhooks', body: settings(), action: 'write', status: 201 },
  { method: 'GET', path: '/webhooks/{id}', action: 'read', status: 200 },
  { method: 'PUT', path: '/webhooks/{id}', body: settings(), action: 'write', status: 200 },
  { method: 'PATCH', path: '/webhooks/{id}', body: { name: 'Renamed' }, action: 'write', status: 200 },
  { method: 'DELETE', path: '/webhooks/{id}', action: 'write', status: 204 },
  { method: 'POST', path: '/webhooks/{id}/tests', action: 'write', status: 204 },
  { method: 'POST', path: '/webhooks/{id}/refresh_signature_key', action: 'write', status: 200 },
  { method: 'POST', path: '/webhooks/{id}/take_over', action: 'write', status: 200 },
  { method: 'GET', path: '/webhooks/{id}/health', action: 'read', status: 200 },
  { method: 'GET', path: '/webhooks/{id}/deliveries', action: 'read', status: 200 },
  { method: 'GET', path: '/webhooks/{id}/deliveries/{delivery_id}', action: 'read', status: 200 },
  { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/retries', action: 'write', status: 202 },
  { method: 'POST', path: '/webhooks/{id}/recover', body: SINCE, action: 'write', status: 202 },
  { method: 'GET', path: '/webhooks/{id}/recoveries/{recovery_id}', action: 'read', status: 200 },
]
const ABSENT = '01940000-0000-7000-8000-000000000000'
const clientOf = { payroll: 'acme', rival: 'globex' }

type Ids = { id: string; delivery_id: string; recovery_id: string }

/** A webhook with a delivery that failed and a recovery. */
async function someIds(application: 'payroll' | 'rival' = 'payroll'): Promise<Ids> {
  const { webhook } = await aReceivingWebhook(service, { application })
  const [delivery_id = ''] = await storedDeliveries(service, webhook.id, { clientId: clientOf[application] })
  const recovery = await webhookCalls(service, application).recover(webhook.id, { since: '2999-01-31T00:00:00Z' })
  return { id: webhook.id, delivery_id, recovery_id: recovery.json().id }
}

const pathOf = ({ path }: Operation, ids: Partial<Ids>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name] ?? ABSENT)

function callWith(operation: Operation, path: string, headers: Record<string, string>) {
  const { method, body } = operation
  return app.inject({ method, url: `/api/v2/client${path}`, headers, ...(body ? { payload: body } : {}) })
}

const bearer = 'Bearer realm="dossier"'
const credentials = {
  'no credentials': { headers: {}, code: 'invalid_credentials', challenge: bearer },
  'a token nobody was given': {
    headers: { authorization: 'Bearer aGVsbG8' },
    code: 'invalid_token',
    challenge: `${bearer}, error="invalid_token"`,
  },
  'an application id and secret': {
    headers: { authorization: basic('payroll', 'payroll-secret') },
    code: 'invalid_token',
    challenge: `${bearer}, error="invalid_token"`,
  },
  'an API key': { headers: { 'x-api-key': 'acme-api-key' }, code: 'invalid_credentials', challenge: bearer },
}

for (const operation of OPERATIONS) {
  const { method, path, action, status } = operation
  const needed = `webhooks:${action}`
  const other = `webhooks:${action === 'read' ? 'write' : 'read'}`

  describe(`${method} ${path}`, () => {
    for (const [what, { headers, code, challenge }] of Object.entries(credentials)) {
      test(`401 for ${what}, and nothing moves`, async () => {
        const target = pathOf(operation, await someIds())
        const before = await storedFor(db, 'acme')

        const answer = await callWith(operation, target, headers)

        assert.equal(answer.statusCode, 401)
        assert.equal(answer.json().code, code)
        assert.equal(answer.headers['www-authenticate'], challenge)
        assert.deepEqual(await storedFor(db, 'acme'), before)
      })
    }

    test(`403 for an application that was not issued for ${needed}, and nothing moves`, async () => {
      const headers = await allowedTo(service, other, 'events:read', 'datasets:write')
      const target = pathOf(operation, await someIds())
      const before = await storedFor(db, 'acme')

      const answer = await callWith(operation, target, headers)

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(answer.json(), {
        code: 'insufficient_scope',
        message: `This application lacks the permission ${needed}.`,
      })
      assert.deepEqual(await storedFor(db, 'acme'), before)
    })

    test(`${status} for an application that was issued for ${needed} and what it is told of, with a slash at the end or without`, async () => {
      const headers = await allowedTo(service, needed, 'datasets:read')

      const answers = [
        await callWith(operation, pathOf(operation, await someIds()), headers),
        await callWith(operation, `${pathOf(operation, await someIds())}/`, headers),
      ]

      for (const answer of answers) assert.equal(answer.statusCode, status, answer.body)
    })

    if (!path.includes('{id}')) return

    test("404 for another client's, word for word as for an absent one, and nothing of theirs moves", async () => {
      const theirs = await someIds('rival')
      const before = await storedFor(db, 'globex')

      const headers = await service.as('payroll')
      const others = await callWith(operation, pathOf(operation, theirs), headers)
      const unknown = await callWith(operation, pathOf(operation, {}), headers)

      assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
      assert.deepEqual(unknown.json(), { code: 'not_found', message: `Webhook ${ABSENT} not found.` })
      assert.equal(others.body, unknown.body.replaceAll(ABSENT, theirs.id))
      assert.deepEqual(await storedFor(db, 'globex'), before)
    })

    test('404 for ids that are no UUID', async () => {
      const headers = await service.as('payroll')
      const ids = await someIds()
      const names = Object.keys(ids).filter((name) => path.includes(`{${name}}`))

      for (const name of names) {
        for (const wrong of [
          '1',
          'null',
          ids.id.slice(1),
          `${ids.id}0`,
          ids.id.replace(/.$/, 'g'),
          "' OR true --",
          'é',
        ]) {
          const target = pathOf(operation, { ...ids, [name]: encodeURIComponent(wrong) })
          const answer = await callWith(operation, target, headers)

          assert.equal(answer.statusCode, 404, target)
          assert.equal(answer.json().code, 'not_found')
        }
      }
    })
  })
}

describe('what belongs to another webhook of the same client', () => {
  for (const operation of OPERATIONS.filter(({ path }) => /\{(delivery|recovery)_id\}/.test(path))) {
    test(`404 for ${operation.method} ${operation.path}`, async () => {
      const one = await someIds()
      const two = await someIds()
      const headers = await service.as('payroll')

      const answer = await callWith(operation, pathOf(operation, { ...two, id: one.id }), headers)
      const absent = await callWith(operation, pathOf(operation, { id: one.id }), headers)

      const [what, id] = operation.path.includes('{delivery_id}')
        ? ['delivery', two.delivery_id]
        : ['recovery', two.recovery_id]
      assert.deepEqual([answer.statusCode, absent.statusCode], [404, 404])
      assert.deepEqual(answer.json(), { code: 'not_found', message: `${capitalize(what)} ${id} not found.` })
      assert.equal(absent.body.replaceAll(ABSENT, id), answer.body)
    })
  }
})

describe('a method that a path does not have', () => {
  const paths = [...new Set(OPERATIONS.map(({ path }) => path))]
  for (const path of paths) {
    const methods = OPERATIONS.filter((one) => one.path === path).map((one) => one.method)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ')

    test(`405 at ${path}, with Allow: ${allow}`, async () => {
      const ids = await someIds()
      const others = (['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const).filter((one) => !methods.includes(one))

      for (const method of others) {
        const answer = await v2(
          method,
          path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name]),
        )

        assert.equal(answer.statusCode, 405, method)
        assert.equal(answer.headers.allow, allow)
        assert.ok(answer.json().code)
      }
    })
  }

  test('404 for paths that are none', async () => {
    const { id } = await someIds()

    for (const path of [
      `/webhooks/${id}/recoveries`,
      `/webhooks/${id}/nothing`,
      `/webhooks/${id}/tests/1`,
      '/webhook',
    ]) {
      assert.equal((await v2('GET', path)).statusCode, 404, path)
    }
  })
})
