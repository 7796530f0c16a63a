import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BitmapPool } from './bitmap-pool.ts'

describe('SetRoom', () => {
  test('gives a set again that was left, with nothing in it, or with what is copied', () => {
    const first = new BitmapPool()
    const set = first.empty(3).fill(7)
    first.release()

    const again = new BitmapPool().empty(3)
    assert.equal(again, set)
    assert.ok(again.every((word) => word === 0))
    assert.deepEqual(new BitmapPool().copy(set.fill(9)), set)
  })

  test('never gives one set to two at once', () => {
    const one = new BitmapPool()
    const other = new BitmapPool()

    const sets = [one.empty(1), one.empty(1), other.empty(1), one.copy(other.empty(1))]

    assert.equal(new Set(sets).size, sets.length)
  })

  test('keeps what was left last, however many of another size were left before', () => {
    const crowd = new BitmapPool()
    for (let count = 0; count < 1000; count += 1) crowd.empty(1)
    crowd.release()
    const large = new BitmapPool()
    const set = large.empty(5)
    large.release()

    assert.equal(new BitmapPool().empty(5), set)
  })
})
