import { Button, Text } from '@mantine/core'
import { IconDownload, IconFileZip, IconPackage } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type AccessPackage,
  askForPackage,
  isBeingMade,
  packageFileUrl,
  usePackages,
} from '#features/privacy/my-data.api.ts'
import { myDataWords } from '#features/privacy/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { BlockedButton } from '#ui/page/BlockedButton.tsx'
import { Section } from '#ui/page/Section.tsx'
import { nextPackageAt } from './next-package.ts'
import classes from './package.module.css'

/** A copy of everything for the employee: asked for, made, fetched. */
export function PackageSection() {
  const t = useWords(myDataWords)
  const list = usePackages()
  const packages = list.data?.pages.flatMap(({ items }) => items)
  const [last, ...earlier] = packages ?? []
  return (
    <Section title={t('package.title')} description={t('package.text')}>
      {list.error && !packages && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingState lines={3} />}
      {packages && (
        <div className={classes.stack}>
          <div role="status">{last && <Last one={last} />}</div>
          {!(last && isBeingMade(last)) && <Ask packages={packages} />}
          {earlier.length > 0 && <Earlier packages={earlier} />}
          {list.hasNextPage && (
            <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t('package.more')}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

function Ask({ packages }: { packages: AccessPackage[] }) {
  const t = useWords(myDataWords)
  const format = useFormat()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const ask = useMutation({
    mutationFn: askForPackage,
    onSuccess: () => notify.success(t('package.asked')),
    onError: (error) =>
      notify.failure(error, { package_recent: t('package.refused'), package_open: t('package.open') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['my-data', 'packages'] }),
  })
  const next = nextPackageAt(packages, Date.now())
  const icon = <IconPackage size={16} aria-hidden />
  if (next) {
    const when = format.dateTime(next)
    return (
      <div>
        <BlockedButton variant="default" leftSection={icon} reason={t('package.recent', { when })}>
          {t('package.again')}
        </BlockedButton>
        <Text size="xs" c="dimmed" mt={6}>
          {t('package.recent', { when })}
        </Text>
      </div>
    )
  }
  return (
    <div>
      <Button
        variant={packages.length > 0 ? 'default' : 'filled'}
        leftSection={icon}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t(packages.length > 0 ? 'package.again' : 'package.ask')}
      </Button>
    </div>
  )
}

/** The newest one, as far as it is. */
function Last({ one }: { one: AccessPackage }) {
  const t = useWords(myDataWords)
  if (isBeingMade(one)) {
    return (
      <div className={classes.card}>
        <ProgressBar label={t('package.making')} value={one.progress} />
        <Text size="sm" c="dimmed">
          {t('package.makingText')}
        </Text>
      </div>
    )
  }
  if (one.status === 'failed') {
    return (
      <div className={classes.card}>
        <Text fw={600}>{t('package.failed')}</Text>
        <Text size="sm">{t('package.failedText')}</Text>
      </div>
    )
  }
  return one.status === 'expired' ? <Row one={one} /> : <Ready one={one} />
}

function Ready({ one }: { one: AccessPackage }) {
  const t = useWords(myDataWords)
  const format = useFormat()
  const downloads = useDownloads(one)
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <IconFileZip size={22} stroke={1.75} aria-hidden />
        </span>
        <div className={classes.words}>
          <Text fw={600}>{t('package.ready')}</Text>
          <Text size="sm" c="dimmed">
            <Facts one={one} />
          </Text>
        </div>
        <DownloadButton one={one} />
      </div>
      <Text size="sm" c="dimmed">
        {[t('package.until', { date: format.date(one.expires_at) }), downloads].join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('package.care')}
      </Text>
    </div>
  )
}

function Facts({ one: { size, entries_count, ready_at } }: { one: AccessPackage }) {
  const t = useWords(myDataWords)
  const format = useFormat()
  return [
    ready_at && format.date(ready_at),
    size !== null && format.bytes(size),
    entries_count !== null && t('package.files', { count: entries_count }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function useDownloads({ downloads }: AccessPackage): string {
  const t = useWords(myDataWords)
  const format = useFormat()
  const last = downloads.at(-1)
  if (!last) return t('package.never')
  return t('package.downloaded', { count: downloads.length, when: format.dateTime(last.at) })
}

/** The list of downloads has this one once the browser has fetched it. */
const FETCHED_MS = 1500

function DownloadButton({ one, isSmall = false }: { one: AccessPackage; isSmall?: boolean }) {
  const t = useWords(myDataWords)
  const format = useFormat()
  const queryClient = useQueryClient()
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: ['my-data'] })
  return (
    <Button
      component="a"
      href={packageFileUrl(one.id)}
      download
      {...(isSmall ? { variant: 'default', size: 'xs' } : {})}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={isSmall ? t('package.downloadOf', { date: format.dateTime(one.created_at) }) : undefined}
      onClick={() => setTimeout(lookAgain, FETCHED_MS)}
    >
      {t('package.download')}
    </Button>
  )
}

function Earlier({ packages }: { packages: AccessPackage[] }) {
  const t = useWords(myDataWords)
  return (
    <details className={classes.earlier}>
      <summary>{t('package.earlier')}</summary>
      <ul>
        {packages.map((one) => (
          <li key={one.id}>
            <Row one={one} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const FROM = { employee: 'employee', api: 'employer', portal: 'employer', deletion_request: 'deletion' } as const

function Row({ one }: { one: AccessPackage }) {
  const t = useWords(myDataWords)
  const format = useFormat()
  const downloads = useDownloads(one)
  const { status, origin, created_at } = one
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <Text size="sm" fw={500}>
          {format.dateTime(created_at)}
        </Text>
        <Text size="sm" c="dimmed">
          {[t(`package.from.${FROM[origin]}`), status !== 'failed' && downloads].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {status === 'ready' ? (
        <DownloadButton one={one} isSmall />
      ) : (
        <StatusBadge tone={status === 'failed' ? 'bad' : 'neutral'}>
          {t(status === 'failed' ? 'package.state.failed' : 'package.state.expired')}
        </StatusBadge>
      )}
    </div>
  )
}
