import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placementOf } from './text-placement.ts'

/** Each letter is half as wide as it is high. */
const measure = (text: string) => text.length / 2
const A4 = Math.SQRT2

describe('placementOf', () => {
  test('gives a run the height of its box, and stretches it to its width', () => {
    const run = { text: 'four', box: [1000, 2000, 4000, 100] }

    const { transform, ...place } = placementOf(run, A4, measure)

    assert.deepEqual(place, { left: '10cqw', top: '20cqh', fontSize: '1cqh' })
    // 4000 wide; by itself it would be 4 × ½ × 100 × √2 = 283.
    assert.equal(transform, 'scaleX(14.142)')
  })

  test('does not count the blank behind a run', () => {
    const box = [0, 0, 4000, 100]

    const [one, other] = ['four', 'four '].map((text) => placementOf({ text, box }, A4, measure))

    assert.deepEqual(one, other)
  })

  for (const [turn, left, top] of [
    [90, '11cqw', '20cqh'],
    [180, '11cqw', '60cqh'],
    [270, '10cqw', '60cqh'],
  ] as const) {
    test(`begins in the corner that it is turned around by ${turn} degrees`, () => {
      const place = placementOf({ text: 'four', box: [1000, 2000, 100, 4000], turn }, 1, measure)

      assert.equal(place.left, left)
      assert.equal(place.top, top)
      assert.ok(place.transform.startsWith(`rotate(${turn}deg) scaleX(`), place.transform)
    })
  }

  test('takes the height of letters from the width of a box that is turned upright', () => {
    const { fontSize, transform } = placementOf({ text: 'four', box: [0, 0, 100, 4000], turn: 90 }, 1, measure)

    assert.deepEqual([fontSize, transform], ['1cqw', 'rotate(90deg) scaleX(20)'])
  })

  test('leaves a text without a width as it is', () => {
    assert.equal(placementOf({ text: '\u200d', box: [0, 0, 10, 10] }, 1, () => 0).transform, 'scaleX(1)')
  })
})
