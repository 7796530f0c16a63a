import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ArticleBitmap } from './article-bitmap.ts'
import { BitmapPool } from './bitmap-pool.ts'
import { rankedKeys } from './rank.ts'

const KEYS = 300
const keys = fc.uniqueArray(fc.nat(KEYS - 1), { maxLength: KEYS })

function setOf(keys: number[]): ArticleBitmap {
  const set = new BitmapPool().empty(1)
  for (const key of keys) set[key >> 5] = (set[key >> 5] as number) | (1 << (key & 31))
  return set
}

test('any part of what was found is as if all were sorted by merit, then by age', () => {
  const merits = fc.array(fc.record({ keys, weight: fc.integer({ min: 1, max: 8 }) }), { maxLength: 5 })
  fc.assert(
    fc.property(keys, merits, fc.nat(KEYS), fc.nat(50), (found, given, offset, limit) => {
      const scoreOf = (key: number) => given.reduce((sum, one) => sum + (one.keys.includes(key) ? one.weight : 0), 0)
      const sorted = found.toSorted((left, right) => scoreOf(right) - scoreOf(left) || right - left)
      const weighed = given.map((one) => ({ set: setOf(one.keys), weight: one.weight }))

      const bitmaps = new BitmapPool()
      const ranked = rankedKeys(setOf(found), weighed, { offset, limit }, bitmaps)
      // What is left behind is used by the next run, whatever is in it.
      bitmaps.release()

      assert.deepEqual(ranked, sorted.slice(offset, offset + limit))
    }),
    { numRuns: 100 },
  )
})
