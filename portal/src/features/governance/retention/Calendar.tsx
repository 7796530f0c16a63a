import { Progress, Text } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { retentionWords } from '#features/governance/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { DueByMonth } from './DueByMonth.tsx'
import { barsOf, sumOf, todayIs, yearsLater } from './months.ts'
import { type Policy, policyPath, type Simulation, savedSimulationQuery } from './retention.api.ts'
import classes from './retention.module.css'
import { usePolicyWords } from './use-policy-words.ts'

type Due = { policy: Policy; simulation: Simulation }

/** What falls due within a year, over all policies that are switched on. */
export function Calendar({ policies }: { policies: Policy[] }) {
  const t = useWords(retentionWords)
  const today = todayIs()
  const until = yearsLater(today, 1)
  const enabled = policies.filter((one) => one.enabled)
  const answers = useQueries({ queries: enabled.map(({ id }) => savedSimulationQuery(id, until)) })
  const known = answers.flatMap(({ data }, index) => {
    const policy = enabled[index]
    return data && policy ? [{ policy, simulation: data }] : []
  })
  const failed = answers.filter(({ error }) => error !== null).length
  const due = known.filter(({ simulation }) => simulation.total > 0)
  const isDone = known.length + failed === enabled.length
  if (isDone && failed === 0 && due.length === 0) {
    return <EmptyState icon={IconCalendarDue} title={t('calendar.none')} text={t('calendar.noneText')} />
  }
  const sum = sumOf(due.map(({ simulation }) => simulation.by_month))
  return (
    <>
      <Section title={t('calendar.title')} description={t('calendar.text')}>
        {!isDone && (
          <Progress
            value={(100 * known.length) / enabled.length}
            aria-label={t('calendar.counting')}
            size="sm"
            mb="sm"
          />
        )}
        {failed > 0 && (
          <Text size="sm" role="alert">
            {t('calendar.failed', { count: failed })}
          </Text>
        )}
        <DueByMonth bars={barsOf(sum, today, until)} />
      </Section>
      {due.length > 0 && <ByPolicy due={due} />}
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
      render: ({ simulation }) => format.number(simulation.due_now),
    },
    {
      id: 'held',
      header: t('calendar.held'),
      width: '9rem',
      align: 'end',
      hideBelow: 'lg',
      render: ({ simulation }) => format.number(simulation.held),
    },
    {
      id: 'total',
      header: t('calendar.year'),
      width: '9rem',
      align: 'end',
      render: ({ simulation }) => format.number(simulation.total),
    },
  ]
  const rows = due.toSorted((one, other) => other.simulation.total - one.simulation.total)
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
