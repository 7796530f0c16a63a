import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { conflict, invalid, malformed, notFound, Problem, prefixFields } from './problem.ts'

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
    const problems = [invalid('f', 'c', 'm'), malformed('m'), notFound('dataset', 'x'), conflict('c', 'm')]

    assert.deepEqual(
      problems.map((one) => one.kind),
      ['invalid', 'malformed', 'not_found', 'conflict'],
    )
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
