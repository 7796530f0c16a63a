import { Alert, Button, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { passwordWords } from '#features/auth/words.ts'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useSession } from '#kernel/session/session.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { uiWords } from '#ui/words.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { passwordRefusal, slowDown } from './password-refusal.ts'
import { MIN_CHARACTERS } from './password-strength.ts'

/** Changes one's own password; a section of the profile. */
export function PasswordForm() {
  const t = useWords(passwordWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const { person } = useSession()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const currentRef = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: (body: { current: string; password: string }) =>
      unwrap(api.POST('/portal/api/session/password', { body })),
    onSuccess: () => {
      for (const clear of [setCurrent, setPassword]) clear('')
      setTried(false)
      notify.success(t('change.done'))
    },
    onError: (error) => {
      if (currentRefusal(error) !== undefined) currentRef.current?.focus()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (current === '') currentRef.current?.focus()
    else if (password.length >= MIN_CHARACTERS) change.mutate({ current, password })
  }
  const ofCurrent = currentRefusal(change.error)
  const ofPassword = passwordRefusal(change.error, t)
  const tooShort = isTried && password.length < MIN_CHARACTERS ? t('refused.too_short') : undefined
  return (
    <Section title={t('change.title')} description={t('change.text')}>
      <form onSubmit={send} noValidate>
        <div role="alert">
          {change.error && !ofCurrent && !ofPassword && (
            <Alert color="red" variant="light" mb="md">
              {slowDown(change.error, t) ?? describeError(change.error, ui)}
            </Alert>
          )}
        </div>
        <Stack gap="md" maw={420}>
          <input type="text" name="email" autoComplete="username" value={person.email ?? ''} readOnly hidden />
          <PasswordField
            ref={currentRef}
            label={t('change.current')}
            name="current-password"
            autoComplete="current-password"
            value={current}
            onChange={(value) => {
              setCurrent(value)
              if (ofCurrent) change.reset()
            }}
            error={isTried && current === '' ? t('change.missing') : ofCurrent && t(ofCurrent)}
          />
          <NewPasswordField
            label={t('newPassword.label')}
            value={password}
            onChange={(value) => {
              setPassword(value)
              if (ofPassword) change.reset()
            }}
            email={person.email ?? undefined}
            error={tooShort ?? ofPassword}
          />
          <FormActions>
            <Button type="submit" loading={change.isPending}>
              {t('change.submit')}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Section>
  )
}

/** Why the current password was refused, as a key of the words. */
function currentRefusal(error: unknown): 'change.none' | 'change.wrong' | undefined {
  const refused = error instanceof ApiError ? error.fields.find(({ field }) => field === 'current') : undefined
  if (!refused) return undefined
  return refused.code === 'no_password' ? 'change.none' : 'change.wrong'
}
