import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begun, drawnOn, isSignature, pathOf, type Stroke } from './strokes.ts'

describe('a drawn signature', () => {
  test('grows with the pen, and leaves out points that are next to the last one', () => {
    const started = begun([], { x: 0.1, y: 0.5 })
    const near = drawnOn(started, { x: 0.1001, y: 0.5 })
    const far = drawnOn(near, { x: 0.4, y: 0.5 })

    assert.equal(near, started)
    assert.deepEqual(far, [[0.1, 0.5, 0.4, 0.5]])
  })

  test('stays within the pad', () => {
    assert.deepEqual(begun([], { x: -3, y: 7 }), [[0, 1]])
  })

  test('goes on as another line where one is too long, and ends where there are too many', () => {
    const long: Stroke = Array.from({ length: 4000 }, (_, index) => (index % 4) / 10)
    const [, next] = drawnOn([long], { x: 0.9, y: 0.9 })
    const full = Array.from({ length: 200 }, () => [0, 0])

    assert.deepEqual(next?.slice(0, 2), long.slice(-2))
    assert.equal(begun(full, { x: 1, y: 1 }), full)
  })

  test('is more than a dot', () => {
    assert.equal(isSignature([[0.5, 0.5]]), false)
    assert.equal(isSignature([[0.5, 0.5, 0.55, 0.5]]), false)
    assert.equal(isSignature([[0.2, 0.5, 0.6, 0.5]]), true)
  })

  test('is a path through its points; a dot is seen', () => {
    assert.equal(pathOf([]), '')
    assert.equal(pathOf([0.5, 0.5]), 'M125 50l0.01 0')
    assert.equal(pathOf([0, 0, 0.4, 1, 0.8, 0]), 'M0 0Q100 100 150 50L200 0')
  })
})
