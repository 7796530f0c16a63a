import { type Translate, useKnownWord, useWords, type WordKey } from '#ui/language/words.ts'
import { bulkWords } from './words.ts'

/** Why some are skipped, in words. */
export function skippedText(t: Translate<typeof bulkWords>, code: string, count: number): string {
  return t(`skipped.${code}` as WordKey<typeof bulkWords>, { count })
}

/** Why some failed: in our words where there are any, in those of the server otherwise. */
export function useFailedText(): (code: string, message: string, count: number) => string {
  const t = useWords(bulkWords)
  const knownWord = useKnownWord(bulkWords)
  return (code, message, count) => t('failedFor', { count, reason: knownWord(`failed.${code}`) ?? message })
}
