import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startOtlpReceiver } from '#test/harness/otlp-receiver.ts'
import { openTracing } from './open-tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SAMPLED = `00-${TRACE}-b7ad6b7169203331-01`
const UNSAMPLED = `00-${TRACE}-b7ad6b7169203331-00`
const options = { kind: 'server', facts: { 'http.route': '/here' } } as const

/** What a collector gets of a step that continues this trace, with a part of it. */
async function collected(ratio: number, traceparent: string | undefined) {
  const collector = await startOtlpReceiver()
  const tracing = openTracing({ endpoint: `${collector.endpoint}/`, ratio })
  const span = tracing.begin('step', { ...options, traceparent })
  const told = tracing.run(span, () => {
    tracing.beginPart('part', options)?.end('23505')
    return tracing.traceparent()
  })
  span.end()
  await tracing.close()
  return { spans: collector.spans, told, traceId: span.traceId }
}

describe('a trace', () => {
  test('that a caller records goes on under its id, whatever the ratio', async () => {
    const { spans, told } = await collected(0, SAMPLED)

    const [part, step] = spans
    assert.deepEqual(
      spans.map(({ name, traceId }) => [name, traceId]),
      [
        ['part', TRACE],
        ['step', TRACE],
      ],
    )
    assert.equal(step?.parentSpanId, 'b7ad6b7169203331')
    assert.equal(part?.parentSpanId, step?.spanId)
    assert.equal(told, `00-${TRACE}-${step?.spanId}-01`)
    assert.equal(part?.status.code, 2)
  })

  test('that its caller does not record is not recorded here, and nothing is told of it', async () => {
    const { spans, told } = await collected(1, UNSAMPLED)

    assert.deepEqual([spans, told], [[], undefined])
  })

  test('that begins here is recorded by the ratio', async () => {
    assert.equal((await collected(1, undefined)).spans.length, 2)
    assert.equal((await collected(0, undefined)).spans.length, 0)
  })

  for (const wrong of [
    '',
    'x',
    `${SAMPLED}0`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    SAMPLED.toUpperCase(),
    `ff${SAMPLED.slice(2)}`,
  ]) {
    test(`begins here for a traceparent that is none: "${wrong}"`, async () => {
      const { spans, traceId } = await collected(1, wrong)

      assert.equal(spans.length, 2)
      assert.ok(traceId !== TRACE.toLowerCase() && /^(?!0{32})[0-9a-f]{32}$/.test(traceId))
    })
  }

  test('ends in time though the collector does not answer', async () => {
    const tracing = openTracing({ endpoint: 'http://127.0.0.1:9', ratio: 1 })
    tracing.begin('step', { ...options, traceparent: undefined }).end()
    const startedAt = performance.now()

    await tracing.close()

    assert.ok(performance.now() - startedAt < 10_000)
  })
})
