import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nextTryAt, RETRY_DELAYS_MS } from './retry-schedule.ts'

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 3_600_000
const NOW = new Date('2024-06-01T12:00:00.000Z')
const MIDDLE = () => 0.5

type Failed = Partial<Parameters<typeof nextTryAt>[0]>

/** How long is waited after a failed try, in milliseconds. */
function waitAfter({ tries = 1, status, retryAfter }: Failed, random = MIDDLE): number | undefined {
  const at = nextTryAt({ tries, status, retryAfter }, NOW, random)
  return at && at.getTime() - NOW.getTime()
}
const afterSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * SECOND)

describe('nextTryAt', () => {
  const waits = [
    5 * SECOND,
    30 * SECOND,
    2 * MINUTE,
    10 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR,
    24 * HOUR,
  ]
  for (const [index, wait] of waits.entries()) {
    test(`waits ${wait / SECOND} s after try ${index + 1}, a fifth more or less`, () => {
      const tries = index + 1

      assert.equal(waitAfter({ tries, status: 500 }), wait)
      assert.equal(
        waitAfter({ tries, status: 500 }, () => 0),
        wait * 0.8,
      )
      assert.equal(Math.round(waitAfter({ tries, status: 500 }, () => 1) ?? 0), wait * 1.2)
    })
  }

  test('gives up after the eleventh try, whatever the answer asks for', () => {
    assert.equal(waits.length, RETRY_DELAYS_MS.length)
    for (const tries of [11, 12, 50]) {
      assert.equal(waitAfter({ tries }), undefined)
      assert.equal(waitAfter({ tries, status: 503, retryAfter: '60' }), undefined)
    }
  })

  test('waits the same when there was no answer at all', () => {
    assert.equal(waitAfter({ tries: 2, status: undefined }), 30 * SECOND)
  })

  test('spreads the waits when left to chance', () => {
    const waited = Array.from({ length: 200 }, () => nextTryAt({ tries: 3, status: 500, retryAfter: undefined }, NOW))
    const seconds = waited.map((at) => ((at?.getTime() ?? 0) - NOW.getTime()) / SECOND)

    assert.ok(seconds.every((one) => one >= 96 && one <= 144))
    assert.ok(Math.min(...seconds) < 110 && Math.max(...seconds) > 130)
    assert.ok(new Set(seconds).size > 100)
  })
})

describe('Retry-After', () => {
  const cases: { what: string; retryAfter: string; wait: number }[] = [
    { what: 'seconds', retryAfter: '90', wait: 90 * SECOND },
    { what: 'fewer seconds than are waited anyway', retryAfter: '1', wait: 5 * SECOND },
    { what: 'no seconds', retryAfter: '0', wait: 5 * SECOND },
    { what: 'a day', retryAfter: '86400', wait: 24 * HOUR },
    { what: 'more than a day', retryAfter: '86401', wait: 24 * HOUR },
    { what: 'more seconds than there are', retryAfter: '9'.repeat(400), wait: 24 * HOUR },
    { what: 'a date', retryAfter: 'Sat, 01 Jun 2024 12:10:00 GMT', wait: 10 * MINUTE },
    { what: 'a date that is over', retryAfter: 'Sat, 01 Jun 2024 11:00:00 GMT', wait: 5 * SECOND },
    { what: 'a date in the next century', retryAfter: 'Fri, 01 Jan 2100 00:00:00 GMT', wait: 24 * HOUR },
    { what: 'an old form of a date', retryAfter: 'Saturday, 01-Jun-24 12:10:00 GMT', wait: 10 * MINUTE },
    { what: 'fewer than no seconds', retryAfter: '-60', wait: 5 * SECOND },
    { what: 'nothing', retryAfter: '', wait: 5 * SECOND },
    { what: 'a word', retryAfter: 'soon', wait: 5 * SECOND },
    { what: 'not a number', retryAfter: 'NaN', wait: 5 * SECOND },
    { what: 'Infinity', retryAfter: 'Infinity', wait: 5 * SECOND },
  ]
  for (const status of [429, 503]) {
    for (const { what, retryAfter, wait } of cases) {
      test(`of ${what} with ${status}`, () => {
        assert.equal(waitAfter({ status, retryAfter }), wait)
      })
    }
  }

  test('does not make the wait shorter than it would be', () => {
    assert.equal(waitAfter({ tries: 7, status: 503, retryAfter: '60' }), 6 * HOUR)
  })

  test('counts with no other answer', () => {
    for (const status of [undefined, 200, 301, 400, 404, 408, 410, 500, 502, 504]) {
      assert.equal(waitAfter({ status, retryAfter: '3600' }), 5 * SECOND, String(status))
    }
  })

  test('of whatever text never asks for less than the schedule or more than a day', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(429, 503), (retryAfter, status) => {
        const at = nextTryAt({ tries: 1, status, retryAfter }, NOW, MIDDLE)
        assert.ok(at && at >= afterSeconds(5) && at <= afterSeconds(24 * 3600))
      }),
    )
  })
})
