import { type ArticleSet, keepOnly, keysDown, leaveOut, sizeOf } from './article-bitmap.ts'
import type { SetRoom } from './bitmap-pool.ts'

export type Weighed = { set: ArticleSet; weight: number }

/**
 * The keys of a part of what was found: what fits best first, and the newest first among what fits as well. Scores are added
 * and compared for 32 articles at once, and only those are told apart that the part needs.
 */
export function rankedKeys(
  found: ArticleSet,
  merits: Weighed[],
  { offset, limit }: { offset: number; limit: number },
  room: SetRoom,
): number[] {
  const digits = scoresOf(merits, room)
  const keys: number[] = []
  let toPass = offset
  const visit = (group: ArticleSet, digit: number): void => {
    if (keys.length >= limit) return
    const size = sizeOf(group)
    if (size <= toPass) {
      toPass -= size
      return
    }
    const scores = digits[digit]
    if (!scores) {
      keys.push(...keysDown(group, toPass, limit - keys.length))
      toPass = 0
      return
    }
    const [higher, lower] = [room.copy(group), room.copy(group)]
    keepOnly(higher, scores)
    leaveOut(lower, scores)
    visit(higher, digit - 1)
    visit(lower, digit - 1)
  }
  visit(found, digits.length - 1)
  return keys
}

/** The sums of the weights, as binary numbers: for each digit, the articles in whose sum it is 1. */
function scoresOf(merits: Weighed[], room: SetRoom): ArticleSet[] {
  const digits: ArticleSet[] = []
  for (const { set, weight } of merits) {
    for (let digit = 0; weight >> digit > 0; digit += 1) {
      if ((weight >> digit) & 1) addDigit(digits, set, digit, room)
      else digits[digit] ??= room.copy(set).fill(0)
    }
  }
  return digits
}

/** Adds 1 at a digit to the scores of these articles, and carries over. */
function addDigit(digits: ArticleSet[], set: ArticleSet, from: number, room: SetRoom): void {
  const carried = room.copy(set)
  for (let digit = from, goesOn = true; goesOn; digit += 1) {
    digits[digit] ??= room.copy(set).fill(0)
    const scores = digits[digit] as ArticleSet
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
