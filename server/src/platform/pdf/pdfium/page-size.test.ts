import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawnSize } from './page-size.ts'

describe('drawnSize', () => {
  const cases: [string, [number, number], number, [number, number]][] = [
    ['keeps the shape of the page', [200, 100], 800, [800, 400]],
    ['rounds to whole pixels', [595, 842], 100, [100, 142]],
    ['draws no less than 16 pixels', [100, 100], 1, [16, 16]],
    ['draws no less than 16 pixels for what is not a number', [100, 100], Number.NaN, [16, 16]],
    ['draws no more than 2000 pixels', [100, 100], 1e9, [2000, 2000]],
    ['makes a tall page smaller', [100, 1000], 500, [200, 2000]],
    ['makes a page of five heights smaller', [100, 500], 400, [320, 1600]],
    ['leaves a page of four heights as it is', [100, 400], 500, [500, 2000]],
    ['keeps a pixel of a page without width', [0.001, 14400], 500, [1, 2000]],
    ['keeps a pixel of a page without height', [14400, 0.001], 500, [500, 1]],
  ]
  for (const [what, [width, height], asked, [drawnWidth, drawnHeight]] of cases) {
    test(what, () => {
      assert.deepEqual(drawnSize({ width, height }, asked), { width: drawnWidth, height: drawnHeight })
    })
  }
})
