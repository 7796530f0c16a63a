import { Button, ScrollArea, Skeleton, Table } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { retentionWords } from '#features/governance/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Bar } from './months.ts'
import classes from './retention.module.css'
import { useSpanName } from './use-span-name.ts'

/** The library of charts is large: it comes with the first chart. */
const MonthChart = lazyComponent(() => import('./MonthChart.tsx').then((module) => module.MonthChart))

/** How much falls due, as a chart or as a table. */
export function DueByMonth({ bars }: { bars: Bar[] }) {
  const t = useWords(retentionWords)
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <div>
      <div className={classes.chartHead}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={isTable ? <IconChartBar size={15} aria-hidden /> : <IconTable size={15} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </div>
      {isTable ? (
        <BarTable bars={bars} />
      ) : (
        <Suspense fallback={<Skeleton h={220} />}>
          <MonthChart
            bars={bars}
            label={t('chart.label', { count: total, number: format.number(total) })}
            seriesLabel={t('chart.due')}
          />
        </Suspense>
      )}
    </div>
  )
}

function BarTable({ bars }: { bars: Bar[] }) {
  const t = useWords(retentionWords)
  const format = useFormat()
  const nameOf = useSpanName('long')
  return (
    <ScrollArea.Autosize mah={260} viewportProps={{ tabIndex: 0 }}>
      <Table aria-label={t('chart.due')} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('chart.span')}</Table.Th>
            <Table.Th ta="end">{t('chart.due')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map(({ span, count }) => (
            <Table.Tr key={span}>
              <Table.Td>{nameOf(span)}</Table.Td>
              <Table.Td ta="end">{format.number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
