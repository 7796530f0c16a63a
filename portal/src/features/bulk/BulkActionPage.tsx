import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import {
  actionQuery,
  type BulkResult,
  doneOf,
  failuresUrl,
  isGoingOn,
  PAGES,
  useStopBulk,
  useWatched,
} from '#shared/bulk/bulk.api.ts'
import { skippedText, useFailedText } from '#shared/bulk/reasons.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import classes from './bulk.module.css'
import { StateBadge } from './StateBadge.tsx'

/** One bulk action: how far it is, what came of it, and what was left out. */
export function BulkActionPage() {
  const t = useWords(bulkWords)
  const id = usePathParam('id')
  const { data: action, error, refetch } = useQuery(actionQuery(id))
  const { watched, forget } = useWatched()
  const isSeen = action !== undefined && !isGoingOn(action) && watched.includes(id)
  useEffect(() => {
    if (isSeen) forget(id)
  }, [isSeen, forget, id])
  const breadcrumbs = [{ label: t('title'), href: PAGES }]
  if (error && !action) {
    if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) {
      return <ErrorState error={error} onRetry={() => void refetch()} />
    }
    const back = (
      <Button component={AppLink} href={PAGES} variant="default">
        {t('back')}
      </Button>
    )
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState title={t('unknown')} text={t('unknownText')} action={back} />
      </>
    )
  }
  if (!action) return <LoadingPage />
  return (
    <>
      <PageHeader
        title={t(`kind.${action.kind}`)}
        breadcrumbs={breadcrumbs}
        actions={isGoingOn(action) && <StopButton id={id} />}
      />
      <Facts action={action} />
      <Outcome action={action} />
    </>
  )
}

function StopButton({ id }: { id: string }) {
  const t = useWords(bulkWords)
  const notify = useNotify()
  const stop = useStopBulk()
  const question = { title: t('stopTitle'), text: t('stopText'), action: t('stop') }
  const run = () =>
    stop.mutate(id, {
      onSuccess: () => notify.success(t('stopped')),
      onError: (error) => notify.failure(error),
    })
  return (
    <ConfirmButton question={question} onConfirm={run} loading={stop.isPending}>
      {t('stop')}
    </ConfirmButton>
  )
}

function Facts({ action }: { action: BulkResult }) {
  const t = useWords(bulkWords)
  const format = useFormat()
  const knownWord = useKnownWord(bulkWords)
  const { state, stop_code, total, created_at, finished_at } = action
  const why = stop_code === null ? undefined : knownWord(`stopCode.${stop_code}`)
  return (
    <Section title={t('result')}>
      {isGoingOn(action) && (
        <ProgressBar
          label={t(`states.${state}`)}
          value={total ? doneOf(action) / total : 0}
          detail={total === null ? t('waiting') : t('progress', { done: doneOf(action), total })}
        />
      )}
      <DefinitionList
        items={[
          { label: t('state'), value: <StateBadge state={state} /> },
          { label: t('when'), value: format.dateTime(created_at) },
          ...(finished_at === null ? [] : [{ label: t('ended'), value: format.dateTime(finished_at) }]),
          ...(['done', 'skipped', 'failed'] as const).map((one) => ({
            label: t(`counts.${one}`),
            value: format.number(action[one]),
          })),
        ]}
      />
      {why && <Text size="sm">{why}</Text>}
      {action.kind === 'people.invite' && action.mail_transport === 'folder' && action.done > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('folder')}
        </Text>
      )}
    </Section>
  )
}

function Outcome({ action: { id, reasons } }: { action: BulkResult }) {
  const t = useWords(bulkWords)
  const failedText = useFailedText()
  if (reasons.length === 0) return null
  const download = (
    <Button
      component="a"
      href={failuresUrl(id)}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('download')}
    </Button>
  )
  return (
    <Section title={t('leftOut')} actions={download}>
      <ul className={classes.reasons}>
        {reasons.map(({ outcome, code, message, count }) => (
          <li key={`${outcome} ${code}`}>
            {outcome === 'skipped' ? skippedText(t, code, count) : failedText(code, message, count)}
          </li>
        ))}
      </ul>
    </Section>
  )
}
