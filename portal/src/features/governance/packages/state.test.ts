import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PACKAGE_KINDS as KINDS_OF_SERVER } from '../../../../../server/src/kernel/personal-data/collector.ts'
import { expiryIn, MAX_DAYS, PACKAGE_KINDS } from './state.ts'

describe('an access package', () => {
  test('can leave out each kind of data', () => {
    assert.deepEqual([...PACKAGE_KINDS].toSorted(), [...KINDS_OF_SERVER].toSorted())
  })

  test('ends before the longest time is over', () => {
    const now = new Date('2026-11-19T10:00:00Z')
    assert.equal(expiryIn(1, now), '2026-11-20T09:59:00.000Z')
    assert.ok(Date.parse(expiryIn(MAX_DAYS, now)) < now.getTime() + MAX_DAYS * 86_400_000)
  })
})
