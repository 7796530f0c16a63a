import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { backoffMs, retryWithin } from './retries.ts'

const THROTTLED = { errorType: 'THROTTLING' } as const

describe('s3: retries', () => {
  test('pauses double, up to five seconds', () => {
    for (const [retries, most] of [
      [0, 100],
      [1, 200],
      [4, 1600],
      [6, 5000],
      [60, 5000],
    ] as const) {
      const pauses = Array.from({ length: 500 }, () => backoffMs(retries))
      assert.ok(Math.max(...pauses) <= most)
      // Full jitter: anything from nothing to the most.
      assert.ok(Math.min(...pauses) < most / 10)
      assert.ok(Math.max(...pauses) > most * 0.9)
    }
  })

  test('the server may ask for a longer pause', async () => {
    const strategy = retryWithin(60_000)
    const first = await strategy.acquireInitialRetryToken('')

    const next = await strategy.refreshRetryTokenForRetry(first, {
      ...THROTTLED,
      retryAfterHint: new Date(Date.now() + 20_000),
    })

    assert.ok(next.getRetryDelay() > 19_000)
  })

  test('there is none after the time, nor one that would begin after it', async () => {
    const strategy = retryWithin(5000)
    const token = await strategy.acquireInitialRetryToken('')
    const retryAfterHint = new Date(Date.now() + 60_000)

    await assert.rejects(strategy.refreshRetryTokenForRetry(token, { ...THROTTLED, retryAfterHint }))
    const late = retryWithin(-1)
    await assert.rejects(late.refreshRetryTokenForRetry(await late.acquireInitialRetryToken(''), THROTTLED))
  })

  for (const errorType of ['CLIENT_ERROR', 'SERVER_ERROR'] as const) {
    test(`${errorType}: what would fail again is not tried again`, async () => {
      const strategy = retryWithin(60_000)
      const token = await strategy.acquireInitialRetryToken('')

      await assert.rejects(strategy.refreshRetryTokenForRetry(token, { errorType }))
    })
  }
})
