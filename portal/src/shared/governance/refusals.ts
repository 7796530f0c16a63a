import { useMemo } from 'react'
import { useWords } from '#ui/language/words.ts'
import { keptWords } from './words.ts'

/** Why something cannot be deleted, by the code of the refusal. */
export function useKeptRefusals(): { legal_hold: string; retention: string } {
  const t = useWords(keptWords)
  return useMemo(() => ({ legal_hold: t('heldWhy'), retention: t('retentionWhy') }), [t])
}
