import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { passwordWords } from '#features/auth/words.ts'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { homeOf, useBegin } from '#kernel/session/session.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { describeError } from '#ui/feedback/describe-error.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { passwordRefusal, slowDown } from './password-refusal.ts'
import { MIN_CHARACTERS } from './password-strength.ts'

/** Chooses the password that a mailed link is for, and logs in with it. */
export function NewPasswordPage() {
  const t = useWords(passwordWords)
  const token = usePathParam('token')
  const params = { path: { token } }
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => unwrap(api.GET('/portal/api/password_links/{token}', { params })),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isGone = link.error instanceof ApiError && link.error.status === 404
  if (isGone) return <ExpiredLink />
  if (!link.data) {
    return (
      <PublicPage title={t('newPassword.title')}>
        {link.error ? <ErrorState error={link.error} onRetry={() => void link.refetch()} /> : <LoadingState />}
      </PublicPage>
    )
  }
  const { email, client_name: client, scope, is_first: isFirst } = link.data
  return (
    <PublicPage
      title={t(isFirst ? 'newPassword.titleFirst' : 'newPassword.title')}
      text={t(scope === 'manager' ? 'newPassword.textManager' : 'newPassword.textEmployee', { client })}
    >
      <NewPasswordForm token={token} email={email ?? ''} isFirst={isFirst} />
    </PublicPage>
  )
}

type NewPasswordFormProps = { token: string; email: string; isFirst: boolean }

function NewPasswordForm({ token, email, isFirst }: NewPasswordFormProps) {
  const t = useWords(passwordWords)
  const ui = useWords(uiWords)
  const router = useRouter()
  const begin = useBegin()
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: (body: { password: string }) =>
      unwrap(api.POST('/portal/api/password_links/{token}', { params: { path: { token } }, body })),
    onSuccess: async (session) => {
      await begin(session)
      router.history.replace(homeOf(session))
    },
    onError: () => field.current?.focus(),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (password.length >= MIN_CHARACTERS) save.mutate({ password })
    else field.current?.focus()
  }
  if (save.error instanceof ApiError && save.error.status === 404) return <ExpiredNotice />
  const refusal = passwordRefusal(save.error, t)
  const tooShort = isTried && password.length < MIN_CHARACTERS ? t('refused.too_short') : undefined
  return (
    <form onSubmit={send} noValidate>
      <div role="alert">
        {save.error && !refusal && (
          <Alert color="red" variant="light" mb="md">
            {slowDown(save.error, t) ?? describeError(save.error, ui)}
          </Alert>
        )}
      </div>
      <Stack gap="md">
        <TextInput label={t('email')} value={email} readOnly size="md" autoComplete="username" name="email" />
        <NewPasswordField
          ref={field}
          label={t('newPassword.label')}
          value={password}
          onChange={(value) => {
            setPassword(value)
            if (save.error) save.reset()
          }}
          email={email}
          error={tooShort ?? refusal}
        />
        {!isFirst && (
          <Text size="sm" c="dimmed">
            {t('newPassword.ends')}
          </Text>
        )}
        <Button type="submit" fullWidth size="md" loading={save.isPending}>
          {t('newPassword.submit')}
        </Button>
      </Stack>
    </form>
  )
}

function ExpiredLink() {
  const t = useWords(passwordWords)
  return (
    <PublicPage title={t('newPassword.expiredTitle')}>
      <ExpiredNotice />
    </PublicPage>
  )
}

function ExpiredNotice() {
  const t = useWords(passwordWords)
  return (
    <Stack gap="md" role="alert">
      <Text>{t('newPassword.expired')}</Text>
      <Button component={AppLink} href="/login/forgot" size="md">
        {t('newPassword.anew')}
      </Button>
      <Button component={AppLink} href="/login" variant="subtle">
        {t('backToLogIn')}
      </Button>
    </Stack>
  )
}
