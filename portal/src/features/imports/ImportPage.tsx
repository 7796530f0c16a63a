import { Button, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import {
  downloads,
  fetchLines,
  type ImportItem,
  type ImportLine,
  importKeys,
  importQuery,
  isGoingOn,
  PAGES,
  type Severity,
} from './imports.api.ts'
import { SEVERITY_TONES, STATUS_TONES } from './state.ts'
import { useProblemText } from './use-problem-text.ts'
import { importWords } from './words.ts'

/** One import: how far it is, what it did, and what did not fit. */
export function ImportPage() {
  const t = useWords(importWords)
  const { data: one, error, refetch } = useQuery(importQuery(usePathParam('id')))
  const breadcrumbs = [{ label: t('title'), href: PAGES }]
  if (!one && error) {
    return (
      <>
        <PageHeader title={t('title')} breadcrumbs={breadcrumbs} />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  if (!one) return <LoadingPage />
  return (
    <>
      <PageHeader
        title={one.filename}
        breadcrumbs={breadcrumbs}
        badge={<StatusBadge tone={STATUS_TONES[one.status]}>{t(`status.${one.status}`)}</StatusBadge>}
      />
      <Stack gap="lg">
        {one.status === 'created' && <Text>{t('one.waiting')}</Text>}
        {one.status === 'in_progress' && <ProgressBar label={t('one.running')} value={one.progress} />}
        <Counts one={one} />
        <div>
          <Report one={one} />
          <Facts one={one} />
        </div>
      </Stack>
    </>
  )
}

const COUNTS = ['rows', 'created', 'updated', 'unchanged', 'deleted', 'errors'] as const

function Counts({ one: { counts, kind } }: { one: ImportItem }) {
  const t = useWords(importWords)
  const shown = COUNTS.filter((name) => counts[name] !== null && (name !== 'deleted' || kind === 'dataset'))
  return (
    <Figures
      figures={shown.map((name) => ({
        label: t(`one.counts.${name}`),
        value: counts[name] ?? 0,
        tone: name === 'errors' && counts.errors > 0 ? 'bad' : undefined,
      }))}
    />
  )
}

const SEVERITIES = Object.keys(SEVERITY_TONES) as Severity[]

function Report({ one }: { one: ImportItem }) {
  const t = useWords(importWords)
  const filters = useUrlFilters(['severity'])
  const severity = SEVERITIES.find((name) => name === filters.values.severity)
  const asked = severity ? { severity } : {}
  // The report of an import that has ended is another one than that of its beginning.
  const list = useCursorList([...importKeys.lines(one.id, asked), one.status], ({ cursor, signal }) =>
    fetchLines(one.id, { ...asked, ...(cursor ? { cursor } : {}) }, signal),
  )
  return (
    <Section title={t('one.report')} description={t('one.reportText')} actions={<Downloads one={one} />}>
      <Stack>
        <ChoicePills
          label={t('one.severity.label')}
          pills={(['all', ...SEVERITIES] as const).map((key) => ({ key, label: t(`one.severity.${key}`) }))}
          chosen={severity ?? 'all'}
          onChoose={(next) => filters.set({ severity: next === 'all' ? undefined : next })}
        />
        <DataTable
          label={t('one.report')}
          columns={useColumns()}
          list={list}
          rowId={(row) => `${row.line} ${row.field} ${row.code} ${row.message}`}
          empty={<EmptyState title={t('one.empty')} text={t(isGoingOn(one) ? 'one.emptyRunning' : 'one.emptyText')} />}
        />
      </Stack>
    </Section>
  )
}

function Downloads({ one }: { one: ImportItem }) {
  const t = useWords(importWords)
  if (isGoingOn(one)) return null
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <>
      <Button component="a" href={downloads.report(one.id)} download variant="default" leftSection={icon}>
        {t('one.download')}
      </Button>
      {one.kind === 'managers' && one.counts.errors > 0 && (
        <Button
          component="a"
          href={downloads.errors(one.id)}
          download
          variant="default"
          leftSection={icon}
          title={t('one.errorsHint')}
        >
          {t('one.errors')}
        </Button>
      )}
    </>
  )
}

function useColumns(): Column<ImportLine>[] {
  const t = useWords(importWords)
  const { nameOf, messageOf } = useProblemText()
  return [
    { id: 'line', header: t('one.line'), width: '5rem', render: (row) => row.line ?? t('one.wholeFile') },
    {
      id: 'what',
      header: t('one.what'),
      width: '10rem',
      render: (row) => (
        <StatusBadge tone={SEVERITY_TONES[row.severity]}>{t(`one.outcome.${row.severity}`)}</StatusBadge>
      ),
    },
    {
      id: 'field',
      header: t('one.field'),
      width: '12rem',
      hideBelow: 'md',
      render: (row) => row.field && nameOf(row.field),
    },
    { id: 'message', header: t('one.message'), render: messageOf },
  ]
}

function Facts({ one }: { one: ImportItem }) {
  const t = useWords(importWords)
  const format = useFormat()
  const moment = (value: string | null) => value && format.dateTime(value)
  return (
    <Section title={t('one.facts')}>
      <DefinitionList
        items={[
          { label: t('one.kind'), value: t(`kind.${one.kind}`) },
          ...(one.dataset_id ? [{ label: t('one.dataset'), value: one.dataset_id }] : []),
          { label: t('one.by'), value: one.creator.name ?? one.creator.id },
          { label: t('one.origin'), value: t(`origin.${one.origin}`) },
          { label: t('one.submitted'), value: moment(one.created_at) },
          { label: t('one.started'), value: moment(one.started_at) },
          { label: t('one.finished'), value: moment(one.finished_at) },
        ]}
      />
    </Section>
  )
}
