import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { conflict, invalid, malformed, notFound, Problem, prefixFields, unavailable } from './problem.ts'

describe('Problem', () => {
  test('is an error with a kind, a code and a message, and by default no fields and no headers', () => {
    const problem = new Problem('too_many', 'slow_down', 'Too many calls.')

    assert.ok(problem instanceof Error)
    assert.deepEqual(
      [problem.name, problem.kind, problem.code, problem.message, problem.fields, problem.headers],
      ['Problem', 'too_many', 'slow_down', 'Too many calls.', [], {}],
    )
  })

  test('is of the kind that its maker says', () => {
    const problems = [
      invalid('f', 'c', 'm'),
      malformed('m'),
      notFound('dataset', 'x'),
      conflict('c', 'm'),
      unavailable('c', 'm', 5),
    ]

    assert.deepEqual(
      problems.map((one) => one.kind),
      ['invalid', 'malformed', 'not_found', 'conflict', 'unavailable'],
    )
  })
})

describe('unavailable', () => {
  test('says when to try again, and keeps the cause for the log', () => {
    const cause = new Error('disk full')

    const { headers, cause: kept } = unavailable('storage_failed', 'The file could not be stored.', 30, cause)

    assert.deepEqual([headers, kept], [{ 'retry-after': '30' }, cause])
  })
})

describe('prefixFields', () => {
  test('puts the place of a step before the fields that it refuses', async () => {
    const step = prefixFields('values.3', async () => {
      throw invalid('code', 'unknown_parent', 'Value fr not found.')
    })

    await assert.rejects(step, {
      kind: 'invalid',
      fields: [{ field: 'values.3.code', code: 'unknown_parent', message: 'Value fr not found.' }],
    })
  })

  test('hands on what the step answers', async () => {
    assert.equal(await prefixFields('a', async () => 5), 5)
  })

  test('leaves a problem without fields and a fault of ours as they are', async () => {
    for (const error of [notFound('dataset', 'x'), new Error('broken')]) {
      const step = prefixFields('a', async () => {
        throw error
      })

      await assert.rejects(step, (thrown) => thrown === error)
    }
  })
})
