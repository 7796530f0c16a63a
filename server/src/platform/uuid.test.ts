import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { uuidv7 } from './uuid.ts'

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
