import { Alert } from '@mantine/core'
import { slowDown } from '#features/auth/passwords/password-refusal.ts'
import { ApiError } from '#kernel/api/api.ts'
import { useWords } from '#kernel/language/words.ts'
import { describeError } from '#ui/feedback/describe-error.ts'

/** Why the server refused a form about log-ins, unless a field of the form says so. Screen readers read it out. */
export function Refusal({ error }: { error: unknown }) {
  const t = useWords('logIn')
  const auth = useWords('auth')
  const ui = useWords('ui')
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
