import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { CodeSteps } from '#shared/mailed-code/CodeSteps.tsx'
import { PublicFrame } from '#shared/public-page/PublicFrame.tsx'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { SiteName } from '#ui/page/page-title.ts'
import { SigningView } from './SigningView.tsx'
import { enterCode, linkAccess, linkQuery, orderCode } from './signing.api.ts'
import classes from './signing.module.css'
import { isCode } from './use-signature.ts'

/** The page for external signers: the mailed link leads here, a mailed code opens the document. */
export function LinkSigningPage() {
  const t = useWords(signingWords)
  const token = usePathParam('token')
  const queryClient = useQueryClient()
  const link = useQuery(linkQuery(token))
  const [hasEntered, setEntered] = useState(false)
  const door = useMemo(() => linkAccess(token), [token])
  const open = (is_open: boolean) =>
    queryClient.setQueryData(linkQuery(token).queryKey, (old) => old && { ...old, is_open })

  const enter = () => {
    setEntered(true)
    open(true)
  }

  if (link.error instanceof ApiError && link.error.status === 404) {
    return (
      <PublicPage title={t('link.goneTitle')}>
        <Text role="alert">{t('link.gone')}</Text>
      </PublicPage>
    )
  }
  if (!link.data) {
    return (
      <PublicPage title={t('link.title')}>
        {link.error ? <ErrorState error={link.error} onRetry={() => void link.refetch()} /> : <LoadingState />}
      </PublicPage>
    )
  }
  const { client_name, email_hint, is_open } = link.data
  return (
    <SiteName value={client_name}>
      {is_open ? (
        <PublicFrame name={client_name}>
          <main className={classes.open}>
            <SigningView
              door={door}
              isNext={hasEntered}
              whenRefused={(error) => isCode(error, 'code_required') && open(false)}
            />
          </main>
        </PublicFrame>
      ) : (
        <CodeSteps
          title={t('link.title')}
          text={t('link.text', { client: client_name })}
          submit={t('link.open')}
          client={client_name}
          email={email_hint}
          order={() => orderCode(token)}
          enter={(code) => enterCode(token, code)}
          onOpen={enter}
        />
      )}
    </SiteName>
  )
}
