import type { Feature } from '#kernel/pages/feature.ts'
import { publicPageWords } from '#shared/public-page/words.ts'
import { requestStatusWords } from '#shared/requests/words.ts'
import type { WordSet } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { appWords } from './words.ts'

/** What the shell and the first page of an employee say: loaded before anything is shown. */
export function firstWordsOf(features: readonly Feature[]): WordSet[] {
  const ofFeatures = features.flatMap((feature) => feature.firstWords ?? [])
  return [appWords, uiWords, publicPageWords, requestStatusWords, ...ofFeatures]
}
