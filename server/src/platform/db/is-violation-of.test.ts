import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isViolationOf } from './is-violation-of.ts'

type Refusal = { code?: string; constraint?: string; message?: string }

/** As PostgreSQL words it. */
const duplicate = (name: string) => `duplicate key value violates unique constraint "${name}"`

describe('isViolationOf', () => {
  const cases: [string, Refusal, boolean][] = [
    ['the constraint', { code: '23505', constraint: 'values_path', message: duplicate('values_path') }, true],
    ['another one', { code: '23505', constraint: 'values_key', message: duplicate('values_key') }, false],
    ['one whose name begins alike', { code: '23505', constraint: 'values_path_key', message: '' }, false],
    ['its part on a node', { code: '23505', message: duplicate('values_path_102345') }, true],
    [
      'its part, in another language',
      { code: '23505', message: 'verletzt Unique-Constraint »values_path_102345«' },
      true,
    ],
    ['all of it on a node', { code: '23505', message: duplicate('values_path') }, true],
    ['a part of another one', { code: '23505', message: duplicate('values_path_key_102345') }, false],
    ['a part of one that ends alike', { code: '23505', message: duplicate('other_values_path_102345') }, false],
    ['an error that is none', { code: '42703', message: 'column "values_path" does not exist' }, false],
    ['an error without a code', { message: duplicate('values_path') }, false],
  ]
  for (const [what, error, expected] of cases) {
    test(`is ${expected} of ${what}`, () => {
      assert.equal(isViolationOf(Object.assign(new Error(), error), 'values_path'), expected)
    })
  }
})
