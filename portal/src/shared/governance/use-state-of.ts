import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Retention } from './retention.api.ts'
import { keptWords } from './words.ts'

/** Says in a few words how long something is kept. */
export function useStateOf(): (retention: Pick<Retention, 'state' | 'due_on'>) => string {
  const t = useWords(keptWords)
  const format = useFormat()
  return ({ state, due_on }) =>
    due_on !== null && (state === 'due' || state === 'scheduled')
      ? t(`retention.until.${state}`, { date: format.date(due_on) })
      : t(`retention.states.${state}`)
}
