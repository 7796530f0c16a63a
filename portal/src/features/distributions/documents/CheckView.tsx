import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type DistributionDocument,
  documentQuery,
  downloads,
  type Project,
} from '#features/distributions/distributions.api.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { textOf } from '#shared/documents/page-text.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { PdfPages } from '#ui/files/PdfPages.tsx'
import { useWords } from '#ui/language/words.ts'
import type { CursorList } from '#ui/table/cursor-list.ts'
import classes from './CheckView.module.css'
import { DecisionPanel, Facts } from './DecisionPanel.tsx'

type CheckViewProps = {
  project: Project
  partId: string
  list: CursorList<DistributionDocument>
  onShow: (partId: string | undefined) => void
}

/** One document to look at: its pages on the left, whose it is on the right, the others a key away. */
export function CheckView({ project, partId, list, onShow }: CheckViewProps) {
  const t = useWords(distributionWords)
  const { place, previous, next } = usePosition(list, partId)
  const listed = place >= 0 ? list.rows[place] : undefined
  const alone = useQuery({ ...documentQuery(String(project.id), partId), enabled: !listed && !list.isLoading })
  const part = listed ?? alone.data
  useHotkeys([
    ['ArrowLeft', () => previous && onShow(previous)],
    ['ArrowRight', () => next && onShow(next)],
  ])
  return (
    <>
      <nav className={classes.bar} aria-label={t('tabs.parts')}>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={() => onShow(undefined)}
        >
          {t('check.back')}
        </Button>
        <Group gap="xs" wrap="nowrap">
          {place >= 0 && (
            <Text size="sm" c="dimmed" role="status" className={classes.place}>
              {t(list.hasMore ? 'check.placeMore' : 'check.place', { place: place + 1, count: list.rows.length })}
            </Text>
          )}
          <Step label={t('check.previous')} icon="previous" to={previous} onShow={onShow} />
          <Step label={t('check.next')} icon="next" to={next} onShow={onShow} />
          <VisuallyHidden>{t('check.keys')}</VisuallyHidden>
        </Group>
      </nav>
      {!part && alone.error && <ErrorState title={t('check.gone')} error={alone.error} />}
      {!part && !alone.error && <LoadingState lines={6} />}
      {part && (
        <div className={classes.columns}>
          <div className={classes.pages}>
            <Pages project={project} part={part} />
          </div>
          <DecisionPanel project={project} part={part} onDecided={() => onShow(next ?? previous)} />
          <div>
            <Facts part={part} />
          </div>
        </div>
      )}
    </>
  )
}

/** Where a part is among those that were loaded, and what lies beside it; more are loaded in time. */
function usePosition(list: CursorList<DistributionDocument>, partId: string) {
  const { rows, hasMore, loadMore } = list
  const place = rows.findIndex(({ id }) => id === partId)
  const isNearEnd = hasMore && place >= rows.length - 5
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the end comes near or rows came
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, rows.length])
  const idAt = (at: number) => (place >= 0 ? rows[at]?.id : undefined)
  return { place, previous: idAt(place - 1), next: idAt(place + 1) }
}

type StepProps = {
  label: string
  icon: 'previous' | 'next'
  to: string | undefined
  onShow: (partId: string) => void
}

function Step({ label, icon, to, onShow }: StepProps) {
  const Icon = icon === 'previous' ? IconChevronLeft : IconChevronRight
  const section = { [icon === 'previous' ? 'leftSection' : 'rightSection']: <Icon size={16} aria-hidden /> }
  return (
    <Button variant="default" disabled={!to} {...section} onClick={() => to && onShow(to)}>
      {label}
    </Button>
  )
}

function Pages({ project, part }: { project: Project; part: DistributionDocument }) {
  const t = useWords(distributionWords)
  if (!part.has_pages || part.pages === null) {
    const text = t(project.has_files ? 'check.noPagesText' : 'check.gonePages')
    return (
      <div className={classes.noPages}>
        <EmptyState icon={IconFileOff} title={t('check.noPages')} text={text} />
      </div>
    )
  }
  return (
    <PdfPages
      title={part.title}
      pageCount={part.pages}
      pageUrl={(page) => downloads.page(project.id, part.id, page)}
      text={textOf(downloads.part(project.id, part.id))}
    />
  )
}
