import { type ArticleSet, sizeOf, visitDown } from './article-set.ts'

export type Weighed = { set: ArticleSet; weight: number }

/** The keys of a part of what was found: what fits best first, and the newest first among what fits as well. */
export function rankedKeys(found: ArticleSet, merits: Weighed[], offset: number, limit: number): number[] {
  const scores = new Uint16Array(found.length * 32)
  for (const { set, weight } of merits) {
    visitDown(set, (key) => {
      scores[key] = (scores[key] as number) + weight
    })
  }
  const highest = merits.reduce((sum, { weight }) => sum + weight, 0)
  const withScore = new Uint32Array(highest + 1)
  visitDown(found, (key) => {
    const score = scores[key] as number
    withScore[score] = (withScore[score] as number) + 1
  })
  const next = startsOf(withScore)
  const keys: number[] = new Array(Math.max(0, Math.min(limit, sizeOf(found) - offset)))
  visitDown(found, (key) => {
    const score = scores[key] as number
    const position = (next[score] as number) - offset
    next[score] = (next[score] as number) + 1
    if (position >= 0 && position < limit) keys[position] = key
  })
  return keys
}

/** Where those of each score begin, the highest first. */
function startsOf(withScore: Uint32Array): Uint32Array {
  const starts = new Uint32Array(withScore.length)
  for (let score = withScore.length - 2; score >= 0; score -= 1) {
    starts[score] = (starts[score + 1] as number) + (withScore[score + 1] as number)
  }
  return starts
}
