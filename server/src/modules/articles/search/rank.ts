import { type ArticleBitmap, intersect, keysDescending, sizeOf, subtract } from './article-bitmap.ts'
import type { BitmapPool } from './bitmap-pool.ts'

export type WeightedBitmap = { set: ArticleBitmap; weight: number }

/**
 * The keys of a part of what was found: what fits best first, and the newest first among what fits as well. Scores are added
 * and compared for 32 articles at once, and only those are told apart that the part needs.
 */
export function rankedKeys(
  found: ArticleBitmap,
  merits: WeightedBitmap[],
  { offset, limit }: { offset: number; limit: number },
  bitmaps: BitmapPool,
): number[] {
  const digits = scoresOf(merits, bitmaps)
  const keys: number[] = []
  let toPass = offset
  const visit = (group: ArticleBitmap, digit: number): void => {
    if (keys.length >= limit) return
    const size = sizeOf(group)
    if (size <= toPass) {
      toPass -= size
      return
    }
    const scores = digits[digit]
    if (!scores) {
      keys.push(...keysDescending(group, toPass, limit - keys.length))
      toPass = 0
      return
    }
    const higher = bitmaps.copy(group)
    const lower = bitmaps.copy(group)
    intersect(higher, scores)
    subtract(lower, scores)
    visit(higher, digit - 1)
    visit(lower, digit - 1)
  }
  visit(found, digits.length - 1)
  return keys
}

/** The sums of the weights, as binary numbers: for each digit, the articles in whose sum it is 1. */
function scoresOf(merits: WeightedBitmap[], bitmaps: BitmapPool): ArticleBitmap[] {
  const digits: ArticleBitmap[] = []
  for (const { set, weight } of merits) {
    for (let digit = 0; weight >> digit > 0; digit += 1) {
      if ((weight >> digit) & 1) addDigit(digits, set, digit, bitmaps)
      else digits[digit] ??= bitmaps.copy(set).fill(0)
    }
  }
  return digits
}

/** Adds 1 at a digit to the scores of these articles, and carries over. */
function addDigit(digits: ArticleBitmap[], set: ArticleBitmap, from: number, bitmaps: BitmapPool): void {
  const carried = bitmaps.copy(set)
  for (let digit = from, goesOn = true; goesOn; digit += 1) {
    digits[digit] ??= bitmaps.copy(set).fill(0)
    const scores = digits[digit] as ArticleBitmap
    goesOn = false
    for (let index = 0; index < scores.length; index += 1) {
      const before = scores[index] as number
      const added = carried[index] as number
      scores[index] = before ^ added
      carried[index] = before & added
      if (carried[index] !== 0) goesOn = true
    }
  }
}
