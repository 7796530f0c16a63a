import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountChoice } from './AccountChoice.tsx'
import { ApiError } from './api-error.ts'
import { useWords } from './i18n.ts'
import { LoginForm } from './LoginForm.tsx'
import { OpenPage } from './OpenPage.tsx'
import { RoleNotice } from './RoleNotice.tsx'
import { SignInOptions } from './SignInOptions.tsx'
import { type Account, type Credentials, homeOf, isPage, localPath, type Session, useLogIn } from './session.ts'

/** Where people log in: address and password, then which account if there are several. */
export function LoginPage() {
  const t = useWords('app')
  const router = useRouter()
  const search: Record<string, unknown> = useLocation().search
  const next = localPath(search.next)
  const logIn = useLogIn()
  const [given, setGiven] = useState<Credentials>({ email: '', password: '' })
  const [accounts, setAccounts] = useState<Account[]>()

  const goOn = (session: Session) => {
    const path = next ?? homeOf(session)
    if (isPage(path)) router.history.push(path)
    else window.location.assign(path)
  }
  const send = (credentials: Credentials) => {
    setGiven(credentials)
    logIn.mutate(credentials, {
      onSuccess: goOn,
      onError: (error) => setAccounts(accountsIn(error)),
    })
  }

  if (accounts) {
    return (
      <OpenPage title={t('login.several')} text={t('login.severalText')}>
        <AccountChoice
          accounts={accounts}
          isBusy={logIn.isPending}
          onChoose={(account) => send({ ...given, account })}
          onBack={() => setAccounts(undefined)}
        />
      </OpenPage>
    )
  }
  return (
    <OpenPage title={t('login.title')} text={t('login.welcome')}>
      {search.reason === 'role' && <RoleNotice next={next} onSwitched={goOn} />}
      <LoginForm
        isBusy={logIn.isPending}
        error={logIn.error}
        onSend={send}
        onEmail={(email) => setGiven((old) => ({ ...old, email }))}
      />
      <SignInOptions email={given.email} next={next} />
    </OpenPage>
  )
}

/** The log-ins to choose from, if that is what the refusal says. */
function accountsIn(error: Error): Account[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'several_accounts') return undefined
  const { accounts } = error.body as { accounts?: Account[] }
  return accounts
}
