import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { OpenFrame } from '../../app/OpenFrame.tsx'
import { OpenPage } from '../../app/OpenPage.tsx'
import { usePathParam } from '../../app/path.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { SiteName } from '../../ui/page-title.ts'
import { CodeSteps } from './CodeSteps.tsx'
import { SigningDesk } from './SigningDesk.tsx'
import { linkDoor, linkQuery } from './signatures.api.ts'
import classes from './signatures.module.css'
import { isCode } from './use-signature.ts'

/** Where somebody without a log-in signs: the mailed link leads here, a mailed code opens the document. */
export function LinkSigningPage() {
  const t = useWords('signatures')
  const token = usePathParam('token')
  const queryClient = useQueryClient()
  const link = useQuery(linkQuery(token))
  const [hasEntered, setEntered] = useState(false)
  const door = useMemo(() => linkDoor(token), [token])
  const open = (is_open: boolean) =>
    queryClient.setQueryData(linkQuery(token).queryKey, (old) => old && { ...old, is_open })

  const enter = () => {
    setEntered(true)
    open(true)
  }

  if (link.error instanceof ApiError && link.error.status === 404) {
    return (
      <OpenPage title={t('link.goneTitle')}>
        <Text role="alert">{t('link.gone')}</Text>
      </OpenPage>
    )
  }
  if (!link.data) {
    return (
      <OpenPage title={t('link.title')}>
        {link.error ? <ErrorState error={link.error} onRetry={() => void link.refetch()} /> : <LoadingState />}
      </OpenPage>
    )
  }
  const { client_name, email_hint, is_open } = link.data
  return (
    <SiteName value={client_name}>
      {is_open ? (
        <OpenFrame name={client_name}>
          <main className={classes.open}>
            <SigningDesk
              door={door}
              isNext={hasEntered}
              whenRefused={(error) => isCode(error, 'code_required') && open(false)}
            />
          </main>
        </OpenFrame>
      ) : (
        <CodeSteps token={token} client={client_name} email={email_hint} onOpen={enter} />
      )}
    </SiteName>
  )
}
