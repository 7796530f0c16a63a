import type { KeptGroup } from '../my-data.api.ts'

/** What is said of how long some are kept: a word, with how many it is said of. */
export type KeepLine =
  | { says: 'legal' | 'waiting' | 'withoutEnd' | 'over'; count: number }
  | { says: 'until'; count: number; until: string }
  | { says: 'between'; count: number; first: string; last: string }

type Keeping = Omit<KeptGroup, 'name'>

/** Groups as one. */
export function together(groups: readonly Keeping[]): Keeping {
  const sum = (of: 'count' | 'for_legal_reasons' | 'dated' | 'waiting' | 'without_end') =>
    groups.reduce((total, group) => total + group[of], 0)
  const days = groups.flatMap(({ first_until, last_until }) => [first_until, last_until]).filter((day) => day !== null)
  const inOrder = days.toSorted()
  return {
    count: sum('count'),
    for_legal_reasons: sum('for_legal_reasons'),
    dated: sum('dated'),
    first_until: inOrder[0] ?? null,
    last_until: inOrder.at(-1) ?? null,
    waiting: sum('waiting'),
    without_end: sum('without_end'),
    legal_bases: [...new Set(groups.flatMap(({ legal_bases }) => legal_bases))],
  }
}

/** How long they are kept, what is most certain first. `today` as the dates are written. */
export function keepLines(keeping: Keeping, today: string): KeepLine[] {
  const { for_legal_reasons, dated, waiting, without_end } = keeping
  const lines: KeepLine[] = [
    ...datedLines(keeping, today),
    { says: 'waiting', count: waiting },
    { says: 'withoutEnd', count: without_end },
    { says: 'legal', count: for_legal_reasons },
  ]
  return dated + waiting + without_end + for_legal_reasons === 0 ? [] : lines.filter(({ count }) => count > 0)
}

function datedLines({ dated, first_until, last_until }: Keeping, today: string): KeepLine[] {
  if (dated === 0 || first_until === null || last_until === null) return []
  if (last_until <= today) return [{ says: 'over', count: dated }]
  if (first_until === last_until) return [{ says: 'until', count: dated, until: last_until }]
  const first = first_until < today ? today : first_until
  return [{ says: 'between', count: dated, first, last: last_until }]
}
