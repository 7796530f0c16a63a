import { joinArabic } from './join-arabic.ts'

type Direction = 'left' | 'right'
type Run = { to: Direction; clusters: string[] }

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const STRONG = /[\p{L}\p{N}]/u
/** A character and the marks upon it. */
const CLUSTER = /.\p{M}*/gsu
const MIRRORED = new Map(
  ['()', '[]', '{}', '<>', '«»'].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
)

/**
 * A line as its characters stand from left to right, with Arabic letters joined. Enough for names and short lines in
 * Hebrew or Arabic: runs within runs, such as numbers in a sentence from the right in one from the left, are not known.
 */
export function visualOrder(line: string): string {
  if (!FROM_THE_RIGHT.test(line)) return line
  const clusters = joinArabic(line).match(CLUSTER) ?? []
  const whole = clusters.map(strongDirection).find((one) => one !== undefined) ?? 'right'
  const runs = runsOf(clusters, whole).map(({ to, clusters: own }) =>
    to === 'right' ? own : own.toReversed().map((one) => MIRRORED.get(one) ?? one),
  )
  return (whole === 'left' ? runs.toReversed() : runs).flat().join('')
}

function strongDirection(cluster: string): Direction | undefined {
  if (!STRONG.test(cluster)) return undefined
  return FROM_THE_RIGHT.test(cluster) && !/^\p{N}/u.test(cluster) ? 'left' : 'right'
}

/** Signs and blanks go with what they stand between, or else with the whole line. */
function runsOf(clusters: readonly string[], whole: Direction): Run[] {
  const strong = clusters.map(strongDirection)
  const before = strong.map((_, index) => strong.slice(0, index + 1).findLast(Boolean) ?? whole)
  const after = strong.map((_, index) => strong.slice(index).find(Boolean) ?? whole)
  const runs: Run[] = []
  for (const [index, cluster] of clusters.entries()) {
    const to = before[index] === after[index] ? (before[index] ?? whole) : whole
    const last = runs.at(-1)
    if (last?.to === to) last.clusters.push(cluster)
    else runs.push({ to, clusters: [cluster] })
  }
  return runs
}
