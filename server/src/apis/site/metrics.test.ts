import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openDatabase } from '#platform/db/db.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { apiOf } from './measure-calls.ts'

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

    const line = 'api="v2",method="GET",route="/api/v2/client/datasets/:id/values/:code",status="200"'
    assert.ok(body.includes(`dossier_http_request_duration_seconds_count{${line}} 1`))
    assert.ok(!body.includes(id))
  })

  test('200 tells of the connections and of the jobs that wait', async () => {
    const id = await aDataset(service)
    await service.v2('DELETE', `/datasets/${id}`)

    const waiting = /^dossier_jobs\{job="datasets\.purge",state="waiting"\} [1-9]\d*$/m
    await eventually(async () => waiting.test((await read({})).body))

    const { body } = await read({})
    assert.match(body, /^dossier_db_connections\{state="idle"\} \d+$/m)
    assert.match(body, /^dossier_db_connections_max 10$/m)
    assert.match(body, /^dossier_job_oldest_waiting_seconds\{job="datasets\.purge"\} \d/m)
  })

  test('200 tells how many calls of each API group are being answered', async () => {
    const inFlight = /^dossier_http_requests_in_flight\{api="(\w+)"\} (\d+)$/gm
    const { body } = await read({})

    const counts = Array.from(body.matchAll(inFlight), ([, api, count]) => `${api} ${count}`)
    // The call that asks is one of them.
    assert.deepEqual(counts.toSorted(), ['portal 0', 'site 1', 'unversioned 0', 'v1 0', 'v2 0'])
  })

  test('200 within seconds though the database is gone, with what the process knows itself', async () => {
    const { db, pool, close } = openDatabase(service.connection, { poolSize: 2 })
    const jobs = await openJobQueue(pool, [], { isWorker: false, log: service.log })
    const app = await buildApp({ ...service, db, pool, jobs })
    await jobs.stop(0)
    await close()

    const { statusCode, body } = await read({}, app)

    assert.equal(statusCode, 200)
    assert.match(body, /^dossier_ready\{check="database"\} 0$/m)
    assert.match(body, /^dossier_ready\{check="files"\} 1$/m)
    assert.match(body, /^process_cpu_seconds_total /m)
    assert.doesNotMatch(body, /^dossier_(jobs|callback_queue|callback_oldest_due_seconds)[ {]/m)
    await app.close()
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

describe('the API group of a route', () => {
  const groups = {
    '/api/v2/client/datasets/:id': 'v2',
    '/api/v1/enterprise/documents/': 'v1',
    '/projects/:id/validate': 'v1',
    '/api/requests/:id': 'unversioned',
    '/portal/api/admin/system': 'portal',
    '/health/ready': 'site',
  }
  for (const [route, group] of Object.entries(groups)) {
    test(`${route} belongs to ${group}`, () => assert.equal(apiOf(route), group))
  }

  test('an address that is no route counts as the site', () => assert.equal(apiOf(undefined), 'site'))
})
