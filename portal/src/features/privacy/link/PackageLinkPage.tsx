import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkWords } from '#features/privacy/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { CodeSteps } from '#shared/mailed-code/CodeSteps.tsx'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { SiteName } from '#ui/page/page-title.ts'
import { enterCode, linkedFileUrl, orderCode, packageLinkQuery } from './link.api.ts'
import classes from './link.module.css'

/** For people without a log-in: the mailed link leads here, a mailed code opens the package. */
export function PackageLinkPage() {
  const t = useWords(linkWords)
  const token = usePathParam('token')
  const queryClient = useQueryClient()
  const query = packageLinkQuery(token)
  const link = useQuery(query)
  // Wrong codes may have ended the link; it says so itself.
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
  const enter = async (code: string) => {
    try {
      return await enterCode(token, code)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await lookAgain()
      throw error
    }
  }
  if (link.error instanceof ApiError && link.error.status === 404) {
    return (
      <PublicPage title={t('goneTitle')}>
        <Text role="alert">{t('gone')}</Text>
      </PublicPage>
    )
  }
  if (!link.data) {
    return (
      <PublicPage title={t('title')}>
        {link.error ? <ErrorState error={link.error} onRetry={() => void link.refetch()} /> : <LoadingState />}
      </PublicPage>
    )
  }
  const { client_name: client, email_hint, is_open } = link.data
  return (
    <SiteName value={client}>
      {is_open ? (
        <Ready token={token} link={link.data} />
      ) : (
        <CodeSteps
          title={t('title')}
          text={t('text', { client })}
          submit={t('open')}
          client={client}
          email={email_hint}
          order={() => orderCode(token)}
          enter={enter}
          onOpen={() => queryClient.setQueryData(query.queryKey, (old) => old && { ...old, is_open: true })}
        />
      )}
    </SiteName>
  )
}

type ReadyProps = { token: string; link: { client_name: string; size: number; expires_at: string } }

function Ready({ token, link: { client_name: client, size, expires_at } }: ReadyProps) {
  const t = useWords(linkWords)
  const format = useFormat()
  return (
    <PublicPage name={client} title={t('ready')} text={t('readyText', { client })}>
      <Stack gap="md">
        <div className={classes.facts}>
          <Text fw={600}>{t('facts', { size: format.bytes(size) })}</Text>
          <Text size="sm" c="dimmed">
            {t('until', { date: format.date(expires_at) })}
          </Text>
        </div>
        <Button
          component="a"
          href={linkedFileUrl(token)}
          download
          size="md"
          fullWidth
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('download')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('care')}
        </Text>
      </Stack>
    </PublicPage>
  )
}
