import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstIdOf, isUuid, openPositions, uuidv7 } from './uuid.ts'

describe('uuidv7', () => {
  test('has the form, the version and the variant of RFC 9562', () => {
    for (let index = 0; index < 100; index++) {
      assert.match(uuidv7(new Date()), /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    }
  })

  test('begins with its moment', () => {
    const moment = new Date('2022-02-22T19:22:22Z')

    const id = uuidv7(moment)

    // The example of RFC 9562, appendix A.6.
    assert.equal(id.slice(0, 13), '017f22e2-79b0')
  })

  test('of a later moment sorts behind those of an earlier one', () => {
    const start = Date.parse('2024-01-01T00:00:00Z')

    const ids = Array.from({ length: 1000 }, (_, index) => uuidv7(new Date(start + index)))

    assert.deepEqual(ids.toSorted(), ids)
  })

  test('never comes twice in one moment', () => {
    const now = new Date()

    const ids = Array.from({ length: 10_000 }, () => uuidv7(now))

    assert.equal(new Set(ids).size, 10_000)
  })
})

describe('takeTurns', () => {
  test('orders what is done in one moment, however many ids each turn needs', () => {
    const firstPosition = openPositions()
    const now = new Date()

    const ids = Array.from({ length: 1000 }, () => {
      const first = firstPosition(now)
      return [0, 1, 2 ** 22 - 1].map((position) => uuidv7(now, first + position))
    }).flat()

    assert.deepEqual(ids.toSorted(), ids)
  })

  test('begins anew in the next moment', () => {
    const firstPosition = openPositions()
    const now = new Date()
    firstPosition(now)
    firstPosition(now)

    assert.equal(firstPosition(new Date(now.getTime() + 1)), 0)
  })
})

describe('firstIdOf', () => {
  test('is not behind any id of its moment, and behind all of the moment before', () => {
    const now = new Date('2024-01-31T09:30:00.123Z')
    const before = new Date(now.getTime() - 1)

    const ids = Array.from({ length: 100 }, () => uuidv7(now))
    const earlier = Array.from({ length: 100 }, () => uuidv7(before, 2 ** 34 - 1))

    assert.ok(ids.every((id) => firstIdOf(now) <= id))
    assert.ok(earlier.every((id) => id < firstIdOf(now)))
  })

  test('of a moment before 1970 is the least of all', () => {
    assert.equal(firstIdOf(new Date('1066-10-14T00:00:00Z')), '00000000-0000-7000-8000-000000000000')
  })
})

describe('isUuid', () => {
  for (const text of ['', 'x', '017f22e2-79b0-7cc3-98c4-dc0c0c07398', '017f22e279b07cc398c4dc0c0c07398f']) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(isUuid(text), false)
    })
  }

  test('takes any version, in either case', () => {
    assert.ok(isUuid('017F22E2-79B0-7cc3-98c4-dc0c0c07398f'))
    assert.ok(isUuid('00000000-0000-0000-0000-000000000000'))
  })
})
