import { Alert } from '@mantine/core'
import { slowDown } from '#features/auth/passwords/password-refusal.ts'
import { accountWords, passwordWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'

/** Why the server refused a form about log-ins, unless a field of the form says so. Screen readers read it out. */
export function Refusal({ error }: { error: unknown }) {
  const t = useWords(accountWords)
  const auth = useWords(passwordWords)
  const ui = useWords(uiWords)
  const isTaken = error instanceof ApiError && error.code === 'already_linked'
  return (
    <div role="alert">
      {error !== null && error !== undefined && (
        <Alert color="red" variant="light">
          {isTaken ? t('links.taken') : (slowDown(error, auth) ?? describeError(error, ui))}
        </Alert>
      )}
    </div>
  )
}
