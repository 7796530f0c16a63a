import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { startApp } from '#test/harness/app.ts'
import { anApplication, basic, inEnglish } from '#test/harness/builders.ts'

const service = await startApp()
const { app, v2, logged, db } = service

const ADDRESS = '203.0.113.77'
/** Texts that a caller sends and that may tell of a person; none of them belongs in a log. */
const PERSONAL = {
  dataset: 'salaries-of-jane-doe',
  code: 'jane-doe-code',
  name: 'Jane Doe of Springfield',
  query: 'jane-doe-query',
  cookie: 'session=jane-doe-cookie',
  agent: 'jane-doe-agent',
}

describe('the log, after calls of every kind,', () => {
  test('holds no secret, no name, no path of a value and no address', async () => {
    const { id, secret } = await anApplication(service)
    const form = 'application/x-www-form-urlencoded'
    const token = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: { authorization: basic(id, secret), 'content-type': form },
      payload: 'grant_type=client_credentials&scope=client&client_id=acme',
    })
    const { access_token } = token.json()
    const headers = { authorization: `Bearer ${access_token}`, cookie: PERSONAL.cookie, 'user-agent': PERSONAL.agent }
    const base = `/api/v2/client/datasets/${PERSONAL.dataset}`
    const names = { localized_names: inEnglish(PERSONAL.name) }
    const dimensions = [{ id: 'person', localized_names: inEnglish(PERSONAL.name) }]
    const calls = [
      { method: 'PUT', url: base, payload: { ...names, dimensions } },
      { method: 'PUT', url: `${base}/values/${PERSONAL.code}`, payload: names },
      { method: 'PUT', url: `${base}/values/${PERSONAL.code}.${PERSONAL.code}`, payload: names },
      { method: 'GET', url: `${base}/values?q=${PERSONAL.query}&parent_code=${PERSONAL.code}` },
      { method: 'GET', url: `${base}/values/${PERSONAL.code}` },
      { method: 'POST', url: `${base}/values/bulk`, payload: { values: [{ code: PERSONAL.code, ...names }] } },
      { method: 'GET', url: `/nowhere/${PERSONAL.code}?access_token=${access_token}` },
      { method: 'GET', url: `/api/v1/${PERSONAL.code}?key=acme-api-key` },
      { method: 'GET', url: `/api/${PERSONAL.code}%` },
      { method: 'DELETE', url: `${base}/values/${PERSONAL.code}` },
      { method: 'DELETE', url: base },
    ] as const
    for (const call of calls) await app.inject({ ...call, headers, remoteAddress: ADDRESS })
    for (const apiKey of ['acme-api-key', 'a-wrong-api-key']) {
      await app.inject({ url: '/api/nowhere', headers: { 'x-api-key': apiKey }, remoteAddress: ADDRESS })
    }
    await app.inject({
      method: 'POST',
      url: '/api/v2/client/revoke_token',
      headers: { authorization: basic(id, secret), 'content-type': form },
      payload: `token=${access_token}`,
    })

    const log = logged.join('')
    const secrets = [secret, access_token, 'acme-api-key', 'a-wrong-api-key', basic(id, secret).slice(6)]
    assert.ok(logged.length >= calls.length, 'calls must leave lines')
    for (const text of [...Object.values(PERSONAL), ...secrets, ADDRESS]) assert.ok(!log.includes(text), text)
  })

  test('holds no text of a database error: it may quote what was stored', async () => {
    const dataset = 'failing-of-jane-doe'
    await v2('PUT', `/datasets/${dataset}`, { body: { dimensions: [{ id: 'failing', localized_names: [] }] } })
    await sql`ALTER TABLE dataset_values ADD CONSTRAINT refuse_jane CHECK (code <> 'jane-doe-fails')`.execute(db)

    const answer = await v2('PUT', `/datasets/${dataset}/values/jane-doe-fails`, {
      body: { localized_names: inEnglish('Jane Doe Fails') },
    })

    const lines = logged.filter((line) => line.includes(String(answer.headers['x-request-id'])))
    assert.equal(answer.statusCode, 500)
    assert.ok(!answer.body.includes('refuse_jane'))
    assert.ok(lines.some((line) => line.includes('request.failed')))
    assert.ok(!lines.join('').includes('jane-doe-fails') && !lines.join('').includes('Jane Doe Fails'))
  })

  test('has one line for each call: request, route, status, duration and who called', async () => {
    const before = logged.length

    const answer = await v2('GET', '/datasets?per_page=1')

    const lines = logged.slice(before).map((line) => JSON.parse(line))
    const line = lines.find((one) => one.request_id === answer.headers['x-request-id'])
    assert.equal(line?.msg, 'request.answered')
    assert.deepEqual(
      [line?.method, line?.route, line?.status, line?.client_id, line?.actor_id],
      ['GET', '/api/v2/client/datasets', 200, 'acme', 'payroll'],
    )
    assert.equal(typeof line?.duration_ms, 'number')
  })

  test('has a line for a call to a broken address too', async () => {
    const answer = await app.inject({ url: '/api/v2/client/datasets/%ff' })

    assert.equal(answer.statusCode, 404)
    assert.ok(logged.some((line) => line.includes(String(answer.headers['x-request-id']))))
  })
})
