import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { EmailField } from '#features/auth/log-in/EmailField.tsx'
import { signInOptionsQuery } from '#features/auth/log-in/sign-in-options.ts'
import { passwordWords } from '#features/auth/words.ts'
import { api, given, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { loginPageOf } from '#kernel/session/session.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { describeError } from '#ui/feedback/describe-error.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { slowDown } from './password-refusal.ts'

/** Has a link mailed by which a new password is chosen. */
export function ForgotPasswordPage() {
  const t = useWords(passwordWords)
  const ui = useWords(uiWords)
  const { client }: { client?: string } = useParams({ strict: false })
  const name = useQuery(signInOptionsQuery(client)).data?.client?.name
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const order = useMutation({
    mutationFn: (address: string) =>
      unwrap(api.POST('/portal/api/password_links', { body: { email: address, ...given({ client }) } })),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (email.includes('@')) order.mutate(email.trim())
    else field.current?.focus()
  }

  if (order.isSuccess) {
    return (
      <PublicPage title={t('forgot.sentTitle')} name={name}>
        <Stack gap="md">
          <Text role="status">{t('forgot.sent', { email: order.variables })}</Text>
          <Text size="sm" c="dimmed">
            {t('forgot.hint')}
          </Text>
          <Button component={AppLink} href={loginPageOf(client)} size="md">
            {t('backToLogIn')}
          </Button>
          <Button variant="subtle" onClick={() => order.reset()}>
            {t('forgot.again')}
          </Button>
        </Stack>
      </PublicPage>
    )
  }
  return (
    <PublicPage title={t('forgot.title')} text={t('forgot.text')} name={name}>
      <form onSubmit={send} noValidate>
        <div role="alert">
          {order.error && (
            <Alert color="red" variant="light" mb="md">
              {slowDown(order.error, t) ?? describeError(order.error, ui)}
            </Alert>
          )}
        </div>
        <EmailField
          ref={field}
          label={t('email')}
          value={email}
          onChange={setEmail}
          error={isTried && !email.includes('@') ? t('forgot.missing') : undefined}
        />
        <Button type="submit" fullWidth size="md" mt="lg" loading={order.isPending}>
          {t('forgot.submit')}
        </Button>
        <Anchor
          component={AppLink}
          href={loginPageOf(client)}
          size="sm"
          mt="md"
          display="block"
          ta="center"
          c="var(--accent-text)"
        >
          {t('backToLogIn')}
        </Anchor>
      </form>
    </PublicPage>
  )
}
