import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeError, requestIdOf } from '#ui/feedback/describe-error.ts'
import { translate } from '#ui/language/translate.ts'
import { words } from '#ui/words/en/ui.ts'
import { ApiError } from './api-error.ts'

const tell = (error: unknown, known?: Record<string, string>) =>
  describeError(error, (key, values) => translate(words, 'en', key, values), known)
const wordOf = (name: keyof typeof words.error) => words.error[name]

describe('what a person is told of a failure', () => {
  const byStatus: [status: number, name: keyof typeof words.error][] = [
    [0, 'network'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [413, 'tooLarge'],
    [429, 'tooMany'],
    [500, 'failed'],
    [503, 'failed'],
  ]
  for (const [status, name] of byStatus) {
    test(`${status}: the words "${name}", not those of the server`, () => {
      assert.equal(tell(new ApiError(status, { code: 'x', message: 'Internal words.' })), wordOf(name))
    })
  }

  test('a refusal in the words of the server; without any, that something is not valid', () => {
    assert.equal(tell(new ApiError(422, { message: 'The title is too long.' })), 'The title is too long.')
    assert.equal(tell(new ApiError(422, '<html>')), wordOf('invalid'))
  })

  test('the words of a feature for a code that it expects, whatever the status', () => {
    const known = { stale: 'Somebody else has changed it.', network: 'Offline.' }

    assert.equal(tell(new ApiError(404, { code: 'stale' }), known), 'Somebody else has changed it.')
    assert.equal(tell(new ApiError(0, null), known), 'Offline.')
    assert.equal(tell(new ApiError(404, { code: 'other' }), known), wordOf('notFound'))
  })

  test('nothing of an error of the program itself', () => {
    assert.equal(tell(new TypeError('x is undefined')), wordOf('failed'))
    assert.equal(requestIdOf(new TypeError('x')), undefined)
  })
})

describe('an answer that is an error', () => {
  test('has code, fields, number of the request, and time to wait', () => {
    const headers = new Headers({ 'x-request-id': 'r-1', 'retry-after': '30' })
    const error = new ApiError(
      429,
      { code: 'slow', errors: [{ field: 'a', code: 'b', message: 'c' }, { field: 1 }, null] },
      headers,
    )

    assert.deepEqual([error.code, error.retryAfterSeconds, requestIdOf(error)], ['slow', 30, 'r-1'])
    assert.deepEqual(error.fields, [{ field: 'a', code: 'b', message: 'c' }])
  })

  test('has a code of its own where the answer has none, and no time where the header is a date', () => {
    const headers = new Headers({ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })

    assert.equal(new ApiError(502, null).code, 'http_502')
    assert.equal(new ApiError(0, undefined).code, 'network')
    assert.equal(new ApiError(429, {}, headers).retryAfterSeconds, undefined)
    assert.deepEqual(new ApiError(422, { errors: 'all' }).fields, [])
  })
})
