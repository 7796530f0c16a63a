import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { logInWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import type { Account, ClientName, Credentials, Session } from '#kernel/session/session.api.ts'
import { homeOf, isPage, localPath, loginPageOf, useLogIn } from '#kernel/session/session.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { AccountChoice, ClientChoice } from './AccountChoice.tsx'
import { DemoEntry } from './DemoEntry.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RoleNotice } from './RoleNotice.tsx'
import { SignInOptions } from './SignInOptions.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'

type Choice = { clients?: ClientName[]; accounts?: Account[] }

/** Where people log in: address and password, then which client and which account if there are several. */
export function LoginPage() {
  const t = useWords(logInWords)
  const { client }: { client?: string } = useParams({ strict: false })
  const search: Record<string, unknown> = useLocation().search
  const next = localPath(search.next)
  const notify = useNotify()
  const { data: page, error: pageError } = useQuery(signInOptionsQuery(client))
  const { logIn, given, setEmail, choice, send, goOn, back } = useSteps(next)

  if (pageError instanceof ApiError && pageError.status === 404) return <UnknownClient next={next} />
  const name = page?.client?.name
  if (choice.clients) {
    return (
      <PublicPage title={t('login.clients')} text={t('login.clientsText')}>
        <ClientChoice
          clients={choice.clients}
          isBusy={logIn.isPending}
          onChoose={(id) => send({ ...given, client: id })}
          onBack={back}
        />
      </PublicPage>
    )
  }
  if (choice.accounts) {
    return (
      <PublicPage title={t('login.several')} text={t('login.severalText')} name={name}>
        <AccountChoice
          accounts={choice.accounts}
          isBusy={logIn.isPending}
          onChoose={(account) => send({ ...given, account })}
          onBack={back}
        />
      </PublicPage>
    )
  }
  return (
    <PublicPage
      title={name === undefined ? t('login.title') : t('login.titleAt', { client: name })}
      text={t('login.welcome')}
      name={name}
    >
      {search.reason === 'role' && <RoleNotice next={next} onSwitched={goOn} />}
      <DemoEntry offered={page?.demo ?? []} onEntered={goOn} onError={(error) => notify.failure(error)} />
      <LoginForm
        isBusy={logIn.isPending}
        error={logIn.error}
        onSend={(credentials) => send({ ...credentials, ...(client === undefined ? {} : { client }) })}
        onEmail={setEmail}
        forgotHref={`${loginPageOf(client)}/forgot`}
      />
      <SignInOptions client={client} email={given.email} next={next} />
    </PublicPage>
  )
}

/** Sends what was typed, once more with the client and the account if there are several, and opens the page that was asked for. */
function useSteps(next: string | undefined) {
  const router = useRouter()
  const logIn = useLogIn()
  const [given, setGiven] = useState<Credentials>({ email: '', password: '' })
  const [choice, setChoice] = useState<Choice>({})
  const goOn = (session: Session) => {
    const path = next ?? homeOf(session)
    if (isPage(path)) router.history.push(path)
    else window.location.assign(path)
  }
  const send = (credentials: Credentials) => {
    setGiven(credentials)
    logIn.mutate(credentials, { onSuccess: goOn, onError: (error) => setChoice(choiceIn(error)) })
  }
  const back = () => {
    setChoice({})
    logIn.reset()
  }
  const setEmail = (email: string) => setGiven((old) => ({ ...old, email }))
  return { logIn, given, setEmail, choice, send, goOn, back }
}

/** A path that names a client that does not exist. */
function UnknownClient({ next }: { next: string | undefined }) {
  const t = useWords(logInWords)
  return (
    <PublicPage title={t('login.unknown')}>
      <Stack gap="md">
        <Alert color="yellow" variant="light" role="alert">
          {t('login.unknownText')}
        </Alert>
        <Button
          component={AppLink}
          href={next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`}
          size="md"
        >
          {t('login.elsewhere')}
        </Button>
      </Stack>
    </PublicPage>
  )
}

/** What to choose from, if that is what the refusal says. */
function choiceIn(error: Error): Choice {
  if (!(error instanceof ApiError) || error.status !== 409) return {}
  const { clients, accounts } = error.body as Choice
  if (error.code === 'choose_client' && clients) return { clients }
  return error.code === 'several_accounts' && accounts ? { accounts } : {}
}
