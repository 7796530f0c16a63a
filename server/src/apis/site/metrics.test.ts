import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset } from '#test/harness/builders.ts'

const service = await startApp()
const TOKEN = 'a-metrics-token-of-sixteen'
const withToken = await buildApp({
  ...service,
  publicUrl: 'http://localhost:8080',
  trustProxy: false,
  metricsToken: TOKEN,
})

type Call = { remoteAddress?: string; headers?: Record<string, string> }
const read = ({ remoteAddress = '127.0.0.1', headers = {} }: Call, app = service.app) =>
  app.inject({ url: '/metrics', remoteAddress, headers })

describe('GET /metrics', () => {
  test('200 on loopback, in the form of Prometheus', async () => {
    for (const remoteAddress of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      const answer = await read({ remoteAddress })

      assert.equal(answer.statusCode, 200, remoteAddress)
      assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/)
      assert.match(answer.body, /^# HELP process_cpu/m)
    }
  })

  test('200 counts requests by route, and names no id', async () => {
    const id = await aDataset(service, { values: ['fr'] })
    await service.v2('GET', `/datasets/${id}/values/fr`)
    await service.app.inject({ url: `/nowhere/${id}` })

    const { body } = await read({})

    const line = 'method="GET",route="/api/v2/client/datasets/:id/values/:code",status="200"'
    assert.ok(body.includes(`dossier_http_request_duration_seconds_count{${line}} 1`))
    assert.ok(!body.includes(id))
  })

  test('200 tells of the connections and of the jobs that wait', async () => {
    const id = await aDataset(service)
    await service.v2('DELETE', `/datasets/${id}`)

    const { body } = await read({})

    assert.match(body, /^dossier_db_connections\{state="idle"\} \d+$/m)
    assert.match(body, /^dossier_jobs\{job="datasets\.purge",state="waiting"\} [1-9]\d*$/m)
  })

  const refused: Record<string, Call> = {
    'an address beyond loopback': { remoteAddress: '10.0.0.5' },
    'an IPv6 address beyond loopback': { remoteAddress: '2001:db8::1' },
    'a call that a proxy on this machine forwarded': { headers: { 'x-forwarded-for': '203.0.113.9' } },
    'a call that was forwarded, by the other header': { headers: { forwarded: 'for=203.0.113.9' } },
    'one that claims to come from loopback': {
      remoteAddress: '10.0.0.5',
      headers: { 'x-forwarded-for': '127.0.0.1' },
    },
    'a token where none is set': { remoteAddress: '10.0.0.5', headers: { authorization: 'Bearer undefined' } },
  }
  for (const [what, call] of Object.entries(refused)) {
    test(`403 for ${what}`, async () => {
      const answer = await read(call)

      assert.equal(answer.statusCode, 403)
      assert.deepEqual(answer.json(), {
        code: 'forbidden',
        message: 'Metrics are shown on loopback, or for the METRICS_TOKEN.',
      })
    })
  }

  test('200 with the METRICS_TOKEN from anywhere, forwarded or not', async () => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.9' }

    assert.equal((await read({ remoteAddress: '10.0.0.5', headers }, withToken)).statusCode, 200)
  })

  test('403 with a wrong token, and without one from beyond loopback', async () => {
    for (const authorization of [`Bearer ${TOKEN}x`, 'Bearer x', `Basic ${TOKEN}`]) {
      const answer = await read({ remoteAddress: '10.0.0.5', headers: { authorization } }, withToken)
      assert.equal(answer.statusCode, 403, authorization)
    }
    assert.equal((await read({ remoteAddress: '10.0.0.5' }, withToken)).statusCode, 403)
  })
})
