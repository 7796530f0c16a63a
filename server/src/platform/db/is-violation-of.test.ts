import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isViolationOf } from './is-violation-of.ts'

describe('isViolationOf', () => {
  const cases: [string | undefined, boolean][] = [
    ['values_path', true],
    // As the node of a distributed database says it, with the number of the shard.
    ['values_path_102345', true],
    ['values_path_12345', false],
    ['values_path_key', false],
    ['other_values_path', false],
    ['values_path_102345_102346', false],
    [undefined, false],
  ]
  for (const [constraint, expected] of cases) {
    test(`is ${expected} of ${constraint} for values_path`, () => {
      assert.equal(isViolationOf(Object.assign(new Error('refused'), { constraint }), 'values_path'), expected)
    })
  }
})
