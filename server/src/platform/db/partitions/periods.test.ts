import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { nextStart } from './periods.ts'

const next = (period: 'week' | 'quarter', moment: string) => nextStart(period, new Date(moment)).toISOString()

describe('nextStart', () => {
  test('of a quarter is the first of the next January, April, July or October, in UTC', () => {
    assert.equal(next('quarter', '2027-01-01T00:00:00.000Z'), '2027-04-01T00:00:00.000Z')
    assert.equal(next('quarter', '2027-03-31T23:59:59.999Z'), '2027-04-01T00:00:00.000Z')
    assert.equal(next('quarter', '2027-12-31T23:59:59.999Z'), '2028-01-01T00:00:00.000Z')
  })

  test('of a week is the next Monday, in UTC', () => {
    assert.equal(next('week', '2026-11-22T23:59:59.999Z'), '2026-11-23T00:00:00.000Z')
    assert.equal(next('week', '2026-11-23T00:00:00.000Z'), '2026-11-30T00:00:00.000Z')
    assert.equal(next('week', '1969-12-28T12:00:00.000Z'), '1969-12-29T00:00:00.000Z')
  })

  test('is later than the moment, and the same for all moments of a period', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') }),
        fc.constantFrom('week' as const, 'quarter' as const),
        (moment, period) => {
          const start = nextStart(period, moment)
          return start > moment && nextStart(period, new Date(start.getTime() - 1)).getTime() === start.getTime()
        },
      ),
    )
  })
})
