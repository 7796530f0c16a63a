import { Anchor, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { latestViewsQuery, type View } from '#features/privacy/my-data.api.ts'
import { myDataWords } from '#features/privacy/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { documentPath, useViewWords, VIEWER_ICONS } from './use-view-words.tsx'
import classes from './views.module.css'

/** The last who opened something of the employee. */
export function ViewsSection() {
  const t = useWords(myDataWords)
  const views = useQuery(latestViewsQuery)
  const hasAny = views.data !== undefined && views.data.length > 0
  return (
    <Section
      title={t('views.title')}
      description={t('views.text')}
      actions={
        hasAny && (
          <Anchor
            component={AppLink}
            href="/portal/my-data/views"
            size="sm"
            c="var(--accent-text)"
            aria-label={t('views.allOf')}
          >
            {t('views.all')}
          </Anchor>
        )
      }
      flush
    >
      {views.error && !views.data && <ErrorState error={views.error} onRetry={() => void views.refetch()} />}
      {views.isPending && (
        <div className={classes.loading}>
          <LoadingState lines={5} />
        </div>
      )}
      {views.data && !hasAny && <EmptyState icon={IconEye} title={t('views.none')} text={t('views.noneText')} />}
      {hasAny && (
        <ul className={classes.list}>
          {views.data?.map((view) => (
            <li className={classes.item} key={`${view.at} ${view.action} ${view.document?.id}`}>
              <Line view={view} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Line({ view }: { view: View }) {
  const { who, what } = useViewWords()
  const Icon = VIEWER_ICONS[view.who]
  return (
    <>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.top}>
          <Text component="span" size="sm" fw={600}>
            {who(view)}
          </Text>
          <Text component="span" size="xs" c="dimmed">
            <RelativeTime value={view.at} />
          </Text>
        </div>
        <Text size="sm" c="dimmed">
          {what(view)}
          {view.document && (
            <>
              {': '}
              <AppLink href={documentPath(view.document.id)}>{view.document.title}</AppLink>
            </>
          )}
        </Text>
      </div>
    </>
  )
}
