import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { repeatsIn } from './repeats.ts'

describe('repeatsIn', () => {
  const cases: [string, unknown[], number[]][] = [
    ['nothing', [], []],
    ['different ones', ['a', 'b', 'A'], []],
    ['one three times', ['a', 'b', 'a', 'a'], [2, 3]],
    ['what looks alike and is not', ['1', 1, null, undefined], []],
    ['what is missing twice', [undefined, 'a', undefined], [2]],
  ]
  for (const [what, keys, positions] of cases) {
    test(`of ${what} are at ${JSON.stringify(positions)}`, () => {
      assert.deepEqual([...repeatsIn(keys)], positions)
    })
  }
})
