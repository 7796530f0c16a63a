import type { Translate } from '#ui/language/words.ts'
import type { uiWords } from '#ui/words.ts'
import { Failure } from './failure.ts'

/** What to tell a person about a failure; `known` has words for codes that a feature expects. */
export function describeError(
  error: unknown,
  t: Translate<typeof uiWords>,
  known: Record<string, string> = {},
): string {
  if (!(error instanceof Failure)) return t('error.failed')
  const expected = known[error.code]
  if (expected) return expected
  if (error.status === 0) return t('error.network')
  if (error.status === 401) return t('error.unauthenticated')
  if (error.status === 403) return t('error.forbidden')
  if (error.status === 404) return t('error.notFound')
  if (error.status === 413) return t('error.tooLarge')
  if (error.status === 429) return t('error.tooMany')
  if (error.status >= 500) return t('error.failed')
  return error.message.startsWith('HTTP ') ? t('error.invalid') : error.message
}

/** The number under which the operator finds the failure in the log. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof Failure ? error.requestId : undefined
}
