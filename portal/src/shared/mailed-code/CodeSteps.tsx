import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { describeError } from '#ui/feedback/describe-error.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './mailed-code.module.css'
import { useCountdown } from './use-countdown.ts'
import { mailedCodeWords } from './words.ts'

const DIGITS = 6
const RESEND_SECONDS = 30

type CodeStepsProps = {
  /** What the code is for. */
  title: string
  text: string
  /** On the button that sends the code. */
  submit: string
  client: string
  email: string
  order: () => Promise<unknown>
  enter: (code: string) => Promise<unknown>
  onOpen: () => void
}

/** Has a code mailed, then asks for it. */
export function CodeSteps({ title, text, submit, client, email, order: send, enter, onOpen }: CodeStepsProps) {
  const t = useWords(mailedCodeWords)
  const ui = useWords(uiWords)
  const pause = useCountdown()
  const [sent, setSent] = useState(0)
  const order = useMutation({
    mutationFn: send,
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
      <PublicPage name={client} title={title} text={text}>
        <div className={classes.address}>
          <Text component="span" size="sm" c="dimmed">
            {t('sentTo')}
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
          {t('send')}
        </Button>
        <div role="alert">{refusal}</div>
      </PublicPage>
    )
  }
  return (
    <PublicPage name={client} title={t('codeTitle')} text={t('codeText', { email })}>
      <CodeForm submit={submit} enter={enter} onOpen={onOpen} onWorthless={pause.stop} />
      <div>
        <Button
          variant="subtle"
          fullWidth
          disabled={pause.seconds > 0}
          loading={order.isPending}
          onClick={() => order.mutate()}
        >
          {pause.seconds > 0 ? t('againIn', { count: pause.seconds }) : t('again')}
        </Button>
        <div role="status">
          {refusal}
          {sent > 1 && !refusal && (
            <Text size="sm" c="dimmed" ta="center">
              {t('sentAgain')}
            </Text>
          )}
        </div>
      </div>
    </PublicPage>
  )
}

type CodeFormProps = Pick<CodeStepsProps, 'submit' | 'enter' | 'onOpen'> & {
  /** No code that was mailed so far opens anything. */
  onWorthless: () => void
}

function CodeForm({ submit, enter: open, onOpen, onWorthless }: CodeFormProps) {
  const t = useWords(mailedCodeWords)
  const ui = useWords(uiWords)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const enter = useMutation({
    mutationFn: open,
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
          label={t('code')}
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
          error={isShort ? t('incomplete') : codeRefusal(enter.error, t, ui)}
          errorProps={{ role: 'alert' }}
        />
        <Button type="submit" size="md" fullWidth loading={enter.isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

function codeRefusal(
  error: Error | null,
  t: Translate<typeof mailedCodeWords>,
  ui: Translate<typeof uiWords>,
): string | undefined {
  if (!error) return undefined
  const code = refusedCode(error)
  if (code === 'wrong_code' || code === 'code_expired') return t(code)
  return slowDown(error, t) ?? describeError(error, ui)
}

function refusedCode(error: Error): string | undefined {
  return error instanceof ApiError ? error.fields.find(({ field }) => field === 'code')?.code : undefined
}

function slowDown(error: Error, t: Translate<typeof mailedCodeWords>): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  return t('slow', { count: error.retryAfterSeconds ?? RESEND_SECONDS })
}
