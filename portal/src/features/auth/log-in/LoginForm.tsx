import { Alert, Anchor, Button, PasswordInput } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { logInWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import type { Credentials } from '#kernel/session/session.api.ts'
import { describeError } from '#ui/feedback/describe-error.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { EmailField } from './EmailField.tsx'

type LoginFormProps = {
  isBusy: boolean
  error: Error | null
  onSend: (credentials: Credentials) => void
  /** The address, once its field has lost the focus. */
  onEmail: (email: string) => void
  /** Where a forgotten password is reset. */
  forgotHref: string
}

/** E-mail address and password, and why they were refused. */
export function LoginForm({ isBusy, error, onSend, onEmail, forgotHref }: LoginFormProps) {
  const t = useWords(logInWords)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const [isShown, setShown] = useState(false)
  const waitSeconds = useWait(error)
  const emailRef = useRef<HTMLInputElement>(null)
  const passwordRef = useRef<HTMLInputElement>(null)

  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (email.trim() === '') emailRef.current?.focus()
    else if (password === '') passwordRef.current?.focus()
    else onSend({ email: email.trim(), password })
  }
  const refusal = useRefusal(error, waitSeconds)
  return (
    <form onSubmit={send} noValidate>
      <div role="alert">
        {refusal && (
          <Alert color="red" variant="light" mb="md">
            {refusal}
          </Alert>
        )}
      </div>
      <EmailField
        ref={emailRef}
        label={t('login.email')}
        value={email}
        onChange={setEmail}
        onBlur={() => onEmail(email.trim())}
        error={isSent && email.trim() === '' ? t('login.missingEmail') : undefined}
      />
      <PasswordInput
        ref={passwordRef}
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        size="md"
        mt="md"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': t(isShown ? 'login.hide' : 'login.show'), tabIndex: 0 }}
        error={isSent && password === '' ? t('login.missingPassword') : undefined}
      />
      <Button type="submit" fullWidth size="md" mt="lg" loading={isBusy} disabled={waitSeconds > 0}>
        {t('login.submit')}
      </Button>
      <Anchor
        component={AppLink}
        href={forgotHref}
        size="sm"
        mt="md"
        display="block"
        ta="center"
        c="var(--accent-text)"
      >
        {t('login.forgot')}
      </Anchor>
    </form>
  )
}

/** Why the log-in was refused, in words; nothing if there is an account to choose, or if it may be tried again. */
function useRefusal(error: Error | null, waitSeconds: number): string | undefined {
  const t = useWords(logInWords)
  const ui = useWords(uiWords)
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 401) return t('login.wrong')
  if (status === 429) return waitSeconds > 0 ? t('login.slow', { count: waitSeconds }) : undefined
  if (status === 409) return undefined
  return error ? describeError(error, ui) : undefined
}

/** How many seconds are left before another try is heard. */
function useWait(error: Error | null): number {
  const [left, setLeft] = useState(0)
  const clock = useInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts anew with each refusal only
  useEffect(() => {
    const isSlowed = error instanceof ApiError && error.status === 429
    setLeft(isSlowed ? (error.retryAfterSeconds ?? 30) : 0)
    if (isSlowed) clock.start()
    return clock.stop
  }, [error])
  return left
}
