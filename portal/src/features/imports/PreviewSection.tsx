import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import type { Preview, PreviewLine } from './imports.api.ts'
import { OUTCOME_TONES } from './state.ts'
import { useProblemText } from './use-problem-text.ts'
import { importWords } from './words.ts'

const TOTALS = ['users_created', 'users_updated', 'users_unchanged', 'users_left_out'] as const
const VIEWS = ['all', 'changes', 'errors'] as const
type View = (typeof VIEWS)[number]

/** What an import would do, line by line. */
export function PreviewSection({ preview }: { preview: Preview }) {
  const t = useWords(importWords)
  const format = useFormat()
  const { totals, faults, lines, rows, checked } = preview
  if (faults.length > 0) return <Faults preview={preview} />
  return (
    <Section title={t('new.preview')} description={t('new.previewHint')}>
      <Stack>
        <Figures
          figures={TOTALS.map((one) => ({
            label: t(`new.totals.${one}`),
            value: totals[one],
            tone: one === 'users_left_out' && totals[one] > 0 ? 'bad' : undefined,
          }))}
        />
        {checked < rows && (
          <Text size="sm">{t('new.checkedSome', { checked: format.number(checked), rows: format.number(rows) })}</Text>
        )}
        <Lines lines={lines} />
        {lines.length < checked && (
          <Text size="sm" c="dimmed">
            {t('new.shownSome', { shown: format.number(lines.length) })}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function Faults({ preview: { faults } }: { preview: Preview }) {
  const t = useWords(importWords)
  const { messageOf } = useProblemText()
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('new.problem')}
    >
      {faults.map((fault) => (
        <Text size="sm" key={`${fault.line} ${fault.field} ${fault.message}`}>
          {[fault.line && `${t('new.line')} ${fault.line}`, fault.field, messageOf(fault)].filter(Boolean).join(' · ')}
        </Text>
      ))}
    </Alert>
  )
}

function Lines({ lines }: { lines: PreviewLine[] }) {
  const t = useWords(importWords)
  const filters = useUrlFilters(['show'])
  const view = VIEWS.find((one) => one === filters.values.show) ?? 'all'
  const isShown: Record<View, (line: PreviewLine) => boolean> = {
    all: () => true,
    changes: ({ outcome }) => outcome === 'created' || outcome === 'updated',
    errors: ({ outcome }) => outcome === 'error',
  }
  return (
    <>
      <ChoicePills
        label={t('new.filter.label')}
        pills={VIEWS.map((key) => ({ key, label: t(`new.filter.${key}`), count: lines.filter(isShown[key]).length }))}
        chosen={view}
        onChoose={(next) => filters.set({ show: next === 'all' ? undefined : next })}
      />
      <DataTable
        label={t('new.table')}
        columns={useColumns()}
        list={fixedRows(lines.filter(isShown[view]))}
        rowId={(row) => String(row.line)}
        empty={<EmptyState title={t('new.nothing')} text={t('new.nothingText')} />}
      />
    </>
  )
}

function useColumns(): Column<PreviewLine>[] {
  const t = useWords(importWords)
  return [
    {
      id: 'manager',
      header: t('new.manager'),
      width: '13rem',
      render: (row) => (
        <span>
          {row.name ?? row.technical_id}
          <Text component="span" size="xs" c="dimmed" display="block">
            {row.technical_id}
          </Text>
        </span>
      ),
    },
    { id: 'line', header: t('new.line'), width: '4.5rem', render: (row) => row.line },
    { id: 'role', header: t('new.role'), width: '9rem', hideBelow: 'lg', render: (row) => row.role },
    {
      id: 'organizations',
      header: t('new.organizations'),
      width: '11rem',
      hideBelow: 'xl',
      render: (row) => row.organizations?.replaceAll('|', ', '),
    },
    {
      id: 'outcome',
      header: t('new.outcome'),
      width: '8.5rem',
      render: (row) => <StatusBadge tone={OUTCOME_TONES[row.outcome]}>{t(`outcome.${row.outcome}`)}</StatusBadge>,
    },
    { id: 'what', header: t('new.what'), render: (row) => <What line={row} /> },
  ]
}

function What({ line: { changes, errors } }: { line: PreviewLine }) {
  const t = useWords(importWords)
  const { nameOf, messageOf } = useProblemText()
  return (
    <>
      {errors.map((error) => (
        <Text size="sm" key={`${error.field} ${error.message}`}>
          {[...(error.field === null ? [] : [nameOf(error.field)]), messageOf(error)].join(' · ')}
        </Text>
      ))}
      {changes.map(({ field, before, after }) => (
        <Text size="sm" key={field}>
          {`${nameOf(field)} · `}
          <del>{before ?? t('new.empty')}</del> {'→ '}
          <ins>{after ?? t('new.empty')}</ins>
        </Text>
      ))}
    </>
  )
}
