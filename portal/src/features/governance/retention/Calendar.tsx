import { Text } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { retentionWords } from '#features/governance/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { DueByMonth } from './DueByMonth.tsx'
import { barsOf, sumOf, todayIs, yearsLater } from './months.ts'
import { type CalendarEntry, calendarQuery, type Policy, policyPath } from './retention.api.ts'
import classes from './retention.module.css'
import { usePolicyWords } from './use-policy-words.ts'

type Due = { policy: Policy; entry: CalendarEntry }

/** What falls due within a year, over all policies that are switched on. */
export function Calendar({ policies }: { policies: Policy[] }) {
  const t = useWords(retentionWords)
  const today = todayIs()
  const until = yearsLater(today, 1)
  const { data, error, refetch } = useQuery(calendarQuery(until))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={8} />
  if (data.length === 0) {
    return <EmptyState icon={IconCalendarDue} title={t('calendar.none')} text={t('calendar.noneText')} />
  }
  const known = new Map(policies.map((policy) => [policy.id, policy]))
  const due = data.flatMap((entry) => {
    const policy = known.get(entry.retention_policy_id)
    return policy ? [{ policy, entry }] : []
  })
  const sum = sumOf(data.map(({ by_month }) => by_month))
  return (
    <>
      <Section title={t('calendar.title')} description={t('calendar.text')}>
        <DueByMonth bars={barsOf(sum, today, until)} />
      </Section>
      <ByPolicy due={due} />
    </>
  )
}

function ByPolicy({ due }: { due: Due[] }) {
  const t = useWords(retentionWords)
  const format = useFormat()
  const { appliesTo } = usePolicyWords()
  const columns: Column<Due>[] = [
    {
      id: 'policy',
      header: t('list.name'),
      render: ({ policy }) => (
        <span>
          {policy.name}
          <Text component="span" size="xs" c="dimmed" display="block">
            {appliesTo(policy)}
          </Text>
        </span>
      ),
    },
    {
      id: 'action',
      header: t('list.afterwards'),
      width: '11rem',
      hideBelow: 'md',
      render: ({ policy }) => t(`actions.${policy.action}`),
    },
    {
      id: 'now',
      header: t('simulator.dueNow'),
      width: '8rem',
      align: 'end',
      render: ({ entry }) => format.number(entry.due_now),
    },
    {
      id: 'held',
      header: t('calendar.held'),
      width: '9rem',
      align: 'end',
      hideBelow: 'lg',
      render: ({ entry }) => format.number(entry.held),
    },
    {
      id: 'total',
      header: t('calendar.year'),
      width: '9rem',
      align: 'end',
      render: ({ entry }) => format.number(entry.total),
    },
  ]
  const rows = due.toSorted((one, other) => other.entry.total - one.entry.total)
  return (
    <div className={classes.below}>
      <DataTable
        label={t('calendar.byPolicy')}
        columns={columns}
        list={fixedRows(rows)}
        rowId={({ policy }) => policy.id}
        rowHref={({ policy }) => policyPath(policy.id)}
        empty={null}
      />
    </div>
  )
}
