import { holdWords } from '#features/governance/words.ts'
import { useWords } from '#ui/language/words.ts'
import type { LegalHold } from './holds.api.ts'

/** What a hold is called: the matter, or that it was placed at one document. */
export function useHoldName(): (hold: Pick<LegalHold, 'kind' | 'name'>) => string {
  const t = useWords(holdWords)
  return ({ kind, name }) => (kind === 'matter' ? name : t('onDocument'))
}
