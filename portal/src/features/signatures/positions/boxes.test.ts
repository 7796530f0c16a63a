import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boxAt, freeBox, moved, resized } from './boxes.ts'

const box = { page: 1, x: 0.5, y: 0.5, width: 0.3, height: 0.1 }
const isWithin = ({ x, y, width, height }: typeof box) =>
  x >= 0 && y >= 0 && x + width <= 1.0001 && y + height <= 1.0001

describe('a box that is moved', () => {
  for (const [dx, dy, x, y] of [
    [0.1, -0.2, 0.6, 0.3],
    [9, 9, 0.7, 0.9],
    [-9, -9, 0, 0],
    [0.00001, 0, 0.5, 0.5],
  ] as const) {
    test(`by ${dx}, ${dy} stands at ${x}, ${y}, with its size`, () => {
      assert.deepEqual(moved(box, dx, dy), { ...box, x, y })
    })
  }
})

describe('a box that is resized', () => {
  for (const [dx, dy, width, height] of [
    [0.1, 0.2, 0.4, 0.3],
    [9, 9, 0.5, 0.5],
    [-9, -9, 0.1, 0.03],
  ] as const) {
    test(`by ${dx}, ${dy} is ${width} wide and ${height} high, and keeps its corner`, () => {
      assert.deepEqual(resized(box, dx, dy), { ...box, width, height })
    })
  }

  test('at the very edge stays within the page, though it is smaller than usual then', () => {
    const atEdge = { ...box, x: 0.95, y: 0.99, width: 0.05, height: 0.01 }

    assert.ok(isWithin(resized(atEdge, 0.5, 0.5)))
  })
})

describe('a new box', () => {
  test('has the point of the click in its middle, or as near as the edge allows', () => {
    const middle = boxAt(3, 0.5, 0.5)

    assert.deepEqual([middle.page, middle.x + middle.width / 2, middle.y + middle.height / 2], [3, 0.5, 0.5])
    for (const [x, y] of [
      [0, 0],
      [1, 1],
      [-2, 5],
    ] as const) {
      assert.ok(isWithin(boxAt(1, x, y)), `${x} ${y}`)
    }
    assert.notEqual(boxAt(1, 0, 0).key, boxAt(1, 0, 0).key)
  })

  test('finds sixteen places on a page that do not overlap, the first at its foot', () => {
    const boxes: ReturnType<typeof freeBox>[] = []
    for (let count = 0; count < 16; count += 1) boxes.push(freeBox(1, boxes))

    const corners = boxes.map(({ x, y }) => `${x} ${y}`)
    assert.equal(new Set(corners).size, 16)
    assert.ok(boxes.every(isWithin))
    assert.deepEqual(
      boxes.slice(0, 3).map(({ x, y }) => [x, y]),
      [
        [0.08, 0.85],
        [0.62, 0.85],
        [0.08, 0.76],
      ],
    )
    assert.ok(isWithin(freeBox(1, boxes)), 'a full page')
  })

  test('is not in the way of boxes on other pages', () => {
    const [own, other] = [freeBox(1, []), freeBox(2, [freeBox(1, [])])]

    assert.deepEqual([own.x, own.y, other.page], [other.x, other.y, 2])
  })
})
