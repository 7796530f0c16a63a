import type { Translate, WordKey } from '#kernel/language/words.ts'
import { en } from '#shared/bulk/words/en.ts'

/** Why some are skipped, in words. */
export function skippedText(t: Translate<'bulk'>, code: string, count: number): string {
  return t(`skipped.${code}` as WordKey<'bulk'>, { count })
}

/** Why some failed: in our words where there are any, in those of the server otherwise. */
export function failedText(t: Translate<'bulk'>, code: string, message: string, count: number): string {
  const reason = code in en.failed ? t(`failed.${code}` as WordKey<'bulk'>) : message
  return t('failedFor', { count, reason })
}
