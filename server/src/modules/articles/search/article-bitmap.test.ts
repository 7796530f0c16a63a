import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type ArticleBitmap,
  addBlock,
  BLOCK_ARTICLES,
  bytesOf,
  intersect,
  keysDescending,
  sizeOf,
  subtract,
  wordsFor,
} from './article-bitmap.ts'

const BLOCKS = 2
const keys = fc.uniqueArray(fc.integer({ min: 0, max: BLOCKS * BLOCK_ARTICLES - 1 }), { maxLength: 200 })

function setOf(keys: number[]): ArticleBitmap {
  const set = new Uint32Array(wordsFor(BLOCKS))
  for (let block = 0; block < BLOCKS; block += 1) {
    const bits = Buffer.alloc(BLOCK_ARTICLES / 8)
    for (const key of keys) {
      const bit = key - block * BLOCK_ARTICLES
      if (bit >= 0 && bit < BLOCK_ARTICLES) bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7))
    }
    addBlock(set, block, bits.toString('hex'))
  }
  return set
}
const down = (keys: Iterable<number>) => [...keys].sort((left, right) => right - left)

describe('a set of articles', () => {
  test('has what was put in, from the last to the first, and any part of it', () => {
    fc.assert(
      fc.property(keys, fc.nat(210), fc.nat(210), (own, offset, limit) => {
        const set = setOf(own)

        assert.deepEqual(keysDescending(set), down(own))
        assert.equal(sizeOf(set), own.length)
        assert.deepEqual(keysDescending(set, offset, limit), down(own).slice(offset, offset + limit))
      }),
      { numRuns: 50 },
    )
  })

  test('keeps what another has too, or leaves it out', () => {
    fc.assert(
      fc.property(keys, keys, (own, others) => {
        const kept = setOf(own)
        const left = setOf(own)

        intersect(kept, setOf(others))
        subtract(left, setOf(others))

        assert.deepEqual(keysDescending(kept), down(own.filter((one) => others.includes(one))))
        assert.deepEqual(keysDescending(left), down(own.filter((one) => !others.includes(one))))
      }),
      { numRuns: 50 },
    )
  })

  test('leaves out a block that it has no room for', () => {
    const set = new Uint32Array(wordsFor(1))

    addBlock(set, 1, 'ff'.repeat(BLOCK_ARTICLES / 8))
    addBlock(set, 0, `05${'00'.repeat(BLOCK_ARTICLES / 8 - 1)}`)

    assert.deepEqual(keysDescending(set), [2, 0])
    assert.deepEqual([bytesOf(set).length, bytesOf(set)[0]], [BLOCK_ARTICLES / 8, 5])
  })
})
