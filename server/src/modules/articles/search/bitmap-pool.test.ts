import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SetRoom } from './bitmap-pool.ts'

describe('SetRoom', () => {
  test('gives a set again that was left, with nothing in it, or with what is copied', () => {
    const first = new SetRoom()
    const set = first.empty(3).fill(7)
    first.leave()

    const again = new SetRoom().empty(3)
    assert.equal(again, set)
    assert.ok(again.every((word) => word === 0))
    assert.deepEqual(new SetRoom().copy(set.fill(9)), set)
  })

  test('never gives one set to two at once', () => {
    const [one, other] = [new SetRoom(), new SetRoom()]

    const sets = [one.empty(1), one.empty(1), other.empty(1), one.copy(other.empty(1))]

    assert.equal(new Set(sets).size, sets.length)
  })

  test('keeps what was left last, however many of another size were left before', () => {
    const crowd = new SetRoom()
    for (let count = 0; count < 1000; count += 1) crowd.empty(1)
    crowd.leave()
    const large = new SetRoom()
    const set = large.empty(5)
    large.leave()

    assert.equal(new SetRoom().empty(5), set)
  })
})
