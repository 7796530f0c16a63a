import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { describeError } from '#ui/feedback/describe-error.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { enterCode, orderCode } from './signing.api.ts'
import classes from './signing.module.css'
import { useCountdown } from './use-countdown.ts'

const DIGITS = 6
const RESEND_SECONDS = 30

type CodeStepsProps = { token: string; client: string; email: string; onOpen: () => void }

/** Has a code mailed, then asks for it. */
export function CodeSteps({ token, client, email, onOpen }: CodeStepsProps) {
  const t = useWords(signingWords)
  const ui = useWords(uiWords)
  const pause = useCountdown()
  const [sent, setSent] = useState(0)
  const order = useMutation({
    mutationFn: () => orderCode(token),
    onSuccess: () => {
      setSent((old) => old + 1)
      pause.start(RESEND_SECONDS)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfterSeconds) pause.start(error.retryAfterSeconds)
    },
  })
  const refusal = order.error && (
    <Alert color="red" variant="light">
      {slowDown(order.error, t) ?? describeError(order.error, ui)}
    </Alert>
  )
  if (sent === 0) {
    return (
      <PublicPage name={client} title={t('link.title')} text={t('link.text', { client })}>
        <div className={classes.address}>
          <Text component="span" size="sm" c="dimmed">
            {t('link.sentTo')}
          </Text>
          <Text component="span" fw={600}>
            {email}
          </Text>
        </div>
        <Button
          size="md"
          fullWidth
          leftSection={<IconMailForward size={18} aria-hidden />}
          loading={order.isPending}
          onClick={() => order.mutate()}
        >
          {t('link.send')}
        </Button>
        <div role="alert">{refusal}</div>
      </PublicPage>
    )
  }
  return (
    <PublicPage name={client} title={t('link.codeTitle')} text={t('link.codeText', { email })}>
      <CodeForm token={token} onOpen={onOpen} onWorthless={pause.stop} />
      <div>
        <Button
          variant="subtle"
          fullWidth
          disabled={pause.seconds > 0}
          loading={order.isPending}
          onClick={() => order.mutate()}
        >
          {pause.seconds > 0 ? t('link.againIn', { count: pause.seconds }) : t('link.again')}
        </Button>
        <div role="status">
          {refusal}
          {sent > 1 && !refusal && (
            <Text size="sm" c="dimmed" ta="center">
              {t('link.sentAgain')}
            </Text>
          )}
        </div>
      </div>
    </PublicPage>
  )
}

type CodeFormProps = Pick<CodeStepsProps, 'token' | 'onOpen'> & {
  /** No code that was mailed so far opens anything. */
  onWorthless: () => void
}

function CodeForm({ token, onOpen, onWorthless }: CodeFormProps) {
  const t = useWords(signingWords)
  const ui = useWords(uiWords)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = useMutation({
    mutationFn: (entered: string) => enterCode(token, entered),
    onSuccess: onOpen,
    onError: (error) => {
      field.current?.select()
      if (refusedCode(error) === 'code_expired') onWorthless()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (code.length === DIGITS && !enter.isPending) enter.mutate(code)
    else field.current?.focus()
  }
  const isShort = isTried && code.length < DIGITS
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <TextInput
          ref={field}
          label={t('link.code')}
          size="lg"
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          classNames={{ input: classes.code ?? '' }}
          value={code}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS))
            setTried(false)
            if (enter.error) enter.reset()
          }}
          error={isShort ? t('link.incomplete') : codeRefusal(enter.error, t, ui)}
          errorProps={{ role: 'alert' }}
        />
        <Button type="submit" size="md" fullWidth loading={enter.isPending}>
          {t('link.open')}
        </Button>
      </Stack>
    </form>
  )
}

function codeRefusal(
  error: Error | null,
  t: Translate<typeof signingWords>,
  ui: Translate<typeof uiWords>,
): string | undefined {
  if (!error) return undefined
  const code = refusedCode(error)
  if (code === 'wrong_code' || code === 'code_expired') return t(`link.${code}`)
  return slowDown(error, t) ?? describeError(error, ui)
}

function refusedCode(error: Error): string | undefined {
  return error instanceof ApiError ? error.fields.find(({ field }) => field === 'code')?.code : undefined
}

function slowDown(error: Error, t: Translate<typeof signingWords>): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  return t('link.slow', { count: error.retryAfterSeconds ?? RESEND_SECONDS })
}
