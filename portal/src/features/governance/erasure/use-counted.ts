import { erasureWords } from '#features/governance/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'

/** How much of a type, in words; types without words keep their names. */
export function useCounted(): (of: { type: string; count: number }) => string {
  const t = useWords(erasureWords)
  const known = useKnownWord(erasureWords)
  const format = useFormat()
  return ({ type, count }) => {
    const number = format.number(count)
    if (known(`types.${type}_other`) === undefined) return t('otherType', { number, type })
    return t(`types.${type as 'note'}`, { count, number })
  }
}
