import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { covers, isEverything } from './permissions.ts'

describe('covers', () => {
  const cases = [
    { held: ['*'], needed: 'datasets:write', is: true },
    { held: ['*'], needed: 'requests:read_all', is: true },
    { held: ['*'], needed: '*', is: true },
    { held: [], needed: 'datasets:read', is: false },
    { held: ['datasets:read'], needed: 'datasets:read', is: true },
    { held: ['datasets:read'], needed: 'datasets:write', is: false },
    { held: ['datasets:write'], needed: 'datasets:read', is: false },
    { held: ['datasets:*'], needed: 'datasets:read', is: true },
    { held: ['datasets:*'], needed: 'datasets:write', is: true },
    { held: ['datasets:*'], needed: 'dataset:read', is: false },
    { held: ['datasets:*'], needed: 'webhooks:read', is: false },
    { held: ['datasets:*'], needed: '*', is: false },
    { held: ['requests:*'], needed: 'requests:read_all', is: false },
    { held: ['requests:read_all'], needed: 'requests:read_all', is: true },
    { held: ['requests:read_all'], needed: 'requests:read', is: false },
    { held: ['requests:*'], needed: 'requests:*', is: true },
    { held: ['requests:read', 'requests:write'], needed: 'requests:*', is: true },
    { held: ['requests:read', 'requests:read_all'], needed: 'requests:*', is: false },
  ]
  for (const { held, needed, is } of cases) {
    test(`[${held}] ${is ? 'covers' : 'does not cover'} ${needed}`, () => {
      assert.equal(covers(held, needed), is)
    })
  }
})

describe('isEverything', () => {
  test('is true of * alone, whatever else is listed', () => {
    assert.deepEqual([['*'], ['notes:read', '*'], ['notes:*'], []].map(isEverything), [true, true, false, false])
  })
})
