import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { forgetTraces } from '#platform/events/event-traces.ts'
import { openTracing } from '#platform/telemetry/open-tracing.ts'
import { startApp } from '#test/harness/app.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { factsOf, type ReceivedSpan, startOtlpReceiver } from '#test/harness/otlp-receiver.ts'
import { bareEnvironment } from '#test/harness/processes/bare-environment.ts'
import { startServing } from '#test/harness/serving.ts'

const collector = await startOtlpReceiver()
const tracing = openTracing({ endpoint: collector.endpoint, ratio: 0 })
const service = await startServing({ tracing })

const aTraceparent = () => {
  const traceId = crypto.randomUUID().replaceAll('-', '')
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
}
const spansOf = (id: string) => collector.spans.filter(({ traceId }) => traceId === id)
const named = (spans: ReceivedSpan[], name: string) => spans.find((one) => one.name === name)

describe('the trace of a call', () => {
  test('goes on through its statements, its job and the callback of its event', async () => {
    const { receiver } = await aReceivingWebhook(service)
    const id = await aDataset(service, { values: ['fr'] })
    const { traceId, traceparent } = aTraceparent()

    const answer = await service.v2('DELETE', `/datasets/${id}`, { headers: { traceparent } })

    assert.equal(answer.statusCode, 204)
    const spans = await eventually(() => {
      const found = spansOf(traceId)
      return named(found, 'job datasets.purge') && named(found, 'callback') && found
    })
    const call = named(spans, 'DELETE /api/v2/client/datasets/:id') ?? assert.fail('There is no span of the call.')
    assert.equal(call.parentSpanId, '00f067aa0ba902b7')
    assert.deepEqual(
      { ...factsOf(call), 'dossier.request_id': undefined },
      {
        'http.request.method': 'DELETE',
        'http.route': '/api/v2/client/datasets/:id',
        'http.response.status_code': 204,
        'dossier.request_id': undefined,
      },
    )
    const statements = spans.filter((one) => factsOf(one)['db.system.name'] === 'postgresql')
    const job = named(spans, 'job datasets.purge') ?? assert.fail()
    const callback = named(spans, 'callback') ?? assert.fail()
    assert.deepEqual([job.parentSpanId, callback.parentSpanId], [call.spanId, call.spanId])
    for (const parent of [call, job]) {
      assert.ok(
        statements.some(({ parentSpanId }) => parentSpanId === parent.spanId),
        `no statement of ${parent.name}`,
      )
    }
    assert.equal(factsOf(callback)['dossier.event_type'], 'dataset.deleted')
    assert.equal(factsOf(callback)['http.response.status_code'], 200)
    const told = receiver.received.find(({ json }) => json.type === 'dataset.deleted')
    assert.equal(told?.headers.traceparent, undefined, 'Receivers are not told unless the operator wants it.')
  })

  test('is found by the line of the log', async () => {
    const { traceId, traceparent } = aTraceparent()

    await service.v2('GET', '/datasets', { headers: { traceparent } })

    assert.ok(service.logged.some((line) => line.includes('request.answered') && JSON.parse(line).trace_id === traceId))
  })

  test('holds no value, no query, no address and no secret', async () => {
    const { traceId, traceparent } = aTraceparent()
    const secret = unique('secret')
    const id = await aDataset(service)
    const body = { localized_names: [{ language_code: 'en-us', value: `${secret}-value` }] }
    const headers = { traceparent }

    await service.v2('PUT', `/datasets/${id}/values/${secret}`, { body, headers })
    await service.v2('GET', `/employees?q=${secret}%40example.com`, { headers })
    await service.v2('GET', `/datasets/${id}/values/${secret}`, { headers })
    await service.app.inject({ url: `/nowhere/${secret}`, headers })
    const { authorization } = await service.as('payroll')

    await eventually(() => spansOf(traceId).some(({ name }) => name === 'GET unknown'))
    assert.ok(spansOf(traceId).length > 4)
    for (const word of [secret, id, authorization.slice('Bearer '.length)])
      assert.ok(!collector.text.includes(word), word)
  })

  test('is not begun where the ratio leaves it out: no call, no statement, no job', async () => {
    const before = collector.spans.length
    const id = await aDataset(service)
    await service.v2('DELETE', `/datasets/${id}`)
    const { traceId, traceparent } = aTraceparent()
    await service.v2('GET', '/datasets', { headers: { traceparent } })

    await eventually(() => spansOf(traceId).length > 0)

    assert.deepEqual(
      collector.spans.slice(before).filter((one) => one.traceId !== traceId && one.name.includes('purge')),
      [],
    )
  })

  test('is remembered with its events for days, and forgotten then', async () => {
    const { traceparent } = aTraceparent()
    const id = await aDataset(service)
    const remembered = async () => {
      const { rows } = await service.pool.query('SELECT FROM event_traces WHERE traceparent LIKE $1', [
        `${traceparent.slice(0, 36)}%`,
      ])
      return rows.length
    }
    await service.v2('PUT', `/datasets/${id}/values/fr`, {
      body: { localized_names: [{ language_code: 'en-us', value: 'France' }] },
      headers: { traceparent },
    })
    assert.equal(await remembered(), 1)

    await forgetTraces(service.db, new Date(Date.now() - 60_000))
    assert.equal(await remembered(), 1)
    await forgetTraces(service.db, new Date(Date.now() + 60_000))
    assert.equal(await remembered(), 0)
  })

  test('goes on at the receiver of a callback where the operator wants it', async () => {
    const telling = await startApp({ tracing })
    startDispatcher(telling, { tellsTrace: true })
    const { receiver } = await aReceivingWebhook(telling, { events: ['dataset_value.*'] })
    const { traceId, traceparent } = aTraceparent()
    const id = await aDataset(telling)
    const body = { localized_names: [{ language_code: 'en-us', value: 'France' }] }

    await telling.v2('PUT', `/datasets/${id}/values/fr`, { body, headers: { traceparent } })
    await telling.v2('PUT', `/datasets/${id}/values/de`, { body })

    const told = await eventually(() => receiver.received.find(({ headers }) => headers.traceparent !== undefined))
    assert.match(String(told.headers.traceparent), new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    await eventually(() => receiver.received.length >= 2)
    assert.equal(receiver.received.filter(({ headers }) => headers.traceparent !== undefined).length, 1)
  })
})

describe('a service that exports no traces', () => {
  // The names alone (the package `api`) come with prom-client.
  test('does not load what would trace', async () => {
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      const source = '${join(import.meta.dirname, '../../src')}'
      for (const file of ['commands/service/run-service.ts', 'app.ts', 'worker.ts']) await import(source + '/' + file)
      const isTracing = (url) => /opentelemetry.(?!api.)/.test(url)
      const before = loaded.filter(isTracing).length
      await import(source + '/platform/telemetry/open-tracing.ts')
      console.log(loaded.length > 100, before, loaded.some(isTracing))`
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: bareEnvironment })

    assert.equal(stdout.trim(), 'true 0 true')
  })
})
