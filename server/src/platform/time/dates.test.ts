import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inMicroseconds, inMilliseconds, inSeconds } from './dates.ts'

const moment = new Date('2024-01-31T23:30:59.987-02:00')

describe('a moment on the wire', () => {
  test('has seconds, is cut and not rounded, and is in UTC with an offset', () => {
    assert.equal(inSeconds(moment), '2024-02-01T01:30:59+00:00')
  })

  test('has milliseconds in webhooks and events', () => {
    assert.equal(inMilliseconds(moment), '2024-02-01T01:30:59.987+00:00')
  })

  test('has microseconds in data sets', () => {
    assert.equal(inMicroseconds(moment), '2024-02-01T01:30:59.987000+00:00')
  })

  test('keeps its places when they are all zero', () => {
    const full = new Date('2024-01-01T00:00:00Z')

    assert.equal(inMilliseconds(full), '2024-01-01T00:00:00.000+00:00')
    assert.equal(inMicroseconds(full), '2024-01-01T00:00:00.000000+00:00')
  })

  test('is the same moment when it is read again', () => {
    assert.equal(Date.parse(inMilliseconds(moment)), moment.getTime())
    assert.equal(Date.parse(inMicroseconds(moment)), moment.getTime())
  })
})
