import type { passwordWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import type { Translate } from '#ui/language/words.ts'

const KNOWN = ['too_short', 'too_long', 'too_common', 'same_as_email'] as const

/** Why a new password was refused, if that is what the refusal is about. */
export function passwordRefusal(error: unknown, t: Translate<typeof passwordWords>): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const refused = error.fields.find(({ field }) => field === 'password')
  if (!refused) return undefined
  const code = KNOWN.find((one) => one === refused.code)
  return t(`refused.${code ?? 'other'}`)
}

/** That somebody has to wait, if that is why. */
export function slowDown(error: unknown, t: Translate<typeof passwordWords>): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  return t('slow', { count: error.retryAfterSeconds ?? 30 })
}
