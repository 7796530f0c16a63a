import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { type Attempts, type RetryOptions, sendWithRetries } from './retry.ts'

type Step = Response | Error

const refusal = (status: number, retryAfter?: string) =>
  new Response('{}', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
const done = () => new Response('{}')
const unreachable = () => new TypeError('fetch failed')

/** Sends a call that meets these steps one after the other. The waits between them are recorded, and over at once. */
async function attempt(t: TestContext, steps: Step[], given: Partial<Attempts> & { options?: RetryOptions } = {}) {
  const { options, ...attempts } = given
  const waits: number[] = []
  t.mock.method(globalThis, 'setTimeout', (over: () => void, ms: number) => {
    waits.push(ms)
    queueMicrotask(over)
  })
  let sent = 0
  const send = async () => {
    const step = steps[sent]
    sent += 1
    if (step instanceof Response) return step
    throw step
  }
  const outcome = await sendWithRetries(
    { send, isIdempotent: true, hasIdempotencyKey: false, ...attempts },
    options,
  ).catch((error: Error) => error)
  return { outcome, sent, waits }
}

const statusOf = (outcome: Response | Error) => (outcome instanceof Response ? outcome.status : outcome.message)

describe('sendWithRetries', () => {
  const cases: [string, Step[], Partial<Attempts>, number | string, number][] = [
    ['200 is not repeated', [done()], {}, 200, 1],
    ['404 is not repeated', [refusal(404)], {}, 404, 1],
    ['500 is not repeated', [refusal(500)], {}, 500, 1],
    ['429 is repeated', [refusal(429), done()], {}, 200, 2],
    ['429 is repeated even if the call is not idempotent', [refusal(429), done()], { isIdempotent: false }, 200, 2],
    ['503 is repeated', [refusal(503), done()], {}, 200, 2],
    ['503 is not repeated if the call is not idempotent', [refusal(503)], { isIdempotent: false }, 503, 1],
    ['502 and 504 are repeated', [refusal(502), refusal(504), done()], {}, 200, 3],
    ['a network error is repeated', [unreachable(), done()], {}, 200, 2],
    [
      'a network error is not repeated if the call is not idempotent',
      [unreachable()],
      { isIdempotent: false },
      'fetch failed',
      1,
    ],
    ['the last answer of four attempts is final', Array.from({ length: 9 }, () => refusal(503)), {}, 503, 4],
    ['the last error of four attempts is thrown', Array.from({ length: 9 }, unreachable), {}, 'fetch failed', 4],
    ['409 while the first attempt runs is repeated', [refusal(409, '1'), done()], { hasIdempotencyKey: true }, 200, 2],
    ['409 without a key is not repeated', [refusal(409, '1')], {}, 409, 1],
    ['409 of a conflict is not repeated', [refusal(409)], { hasIdempotencyKey: true }, 409, 1],
  ]
  for (const [name, steps, attempts, expected, count] of cases) {
    test(name, async (t) => {
      const { outcome, sent } = await attempt(t, steps, attempts)

      assert.deepEqual([statusOf(outcome), sent], [expected, count])
    })
  }

  test('Retry-After is waited for, with some jitter', async (t) => {
    const { waits } = await attempt(t, [refusal(429, '7'), refusal(503, '0'), done()])

    const [first = 0, second = 0] = waits
    assert.ok(first >= 7000 && first < 7200, `${first} ms`)
    assert.ok(second >= 0 && second < 300, `${second} ms`)
  })

  test('without Retry-After the waits double, with jitter, up to eight seconds', async (t) => {
    const steps = Array.from({ length: 8 }, unreachable)
    const { waits } = await attempt(t, steps, { options: { maxRetries: 7 } })

    const bounds = [500, 1000, 2000, 4000, 8000, 8000, 8000]
    assert.equal(waits.length, bounds.length)
    for (const [index, bound] of bounds.entries()) {
      const wait = waits[index] ?? 0
      assert.ok(wait >= bound / 2 && wait <= bound, `wait ${index}: ${wait} ms of ${bound}`)
    }
    assert.ok(new Set(waits.slice(4)).size > 1, 'Waits without jitter.')
  })

  test('a Retry-After that is too long ends the attempts', async (t) => {
    const { outcome, sent, waits } = await attempt(t, [refusal(429, '61'), done()])

    assert.deepEqual([statusOf(outcome), sent, waits], [429, 1, []])
  })

  test('no retry is made when there may be none', async (t) => {
    const { outcome, sent } = await attempt(t, [refusal(503), done()], { options: { maxRetries: 0 } })

    assert.deepEqual([statusOf(outcome), sent], [503, 1])
  })

  test('an abort ends the wait', async () => {
    const controller = new AbortController()
    const send = async () => {
      queueMicrotask(() => controller.abort(new Error('Enough.')))
      return refusal(429, '30')
    }

    const { signal } = controller
    const call = sendWithRetries({ send, isIdempotent: true, hasIdempotencyKey: false, signal })

    await assert.rejects(call, { message: 'Enough.' })
  })

  test('an aborted call is not repeated', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'))
    let sent = 0
    const send = async () => {
      sent += 1
      throw signal.reason
    }

    const call = sendWithRetries({ send, isIdempotent: true, hasIdempotencyKey: false, signal })

    await assert.rejects(call, { message: 'Enough.' })
    assert.equal(sent, 1)
  })
})
