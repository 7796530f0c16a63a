import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { currentLocale } from '#ui/language/words.ts'
import type { Bar } from './months.ts'
import classes from './retention.module.css'
import { useSpanName } from './use-span-name.ts'

type MonthChartProps = { bars: Bar[]; label: string; seriesLabel: string }

/** How much falls due, bar by bar. Beside it, the page offers the same as a table. */
export function MonthChart({ bars, label, seriesLabel }: MonthChartProps) {
  const nameOf = useSpanName('short')
  const number = new Intl.NumberFormat(currentLocale(), { notation: 'compact' })
  return (
    <div role="img" aria-label={label} className={classes.chart}>
      <BarChart
        h={220}
        data={bars.map(({ span, count }) => ({ span: nameOf(span), count }))}
        dataKey="span"
        series={[{ name: 'count', label: seriesLabel, color: 'brand.6' }]}
        valueFormatter={(value) => number.format(value)}
        tickLine="none"
        maxBarWidth={40}
        barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
        yAxisProps={{ width: 44, allowDecimals: false }}
        tooltipAnimationDuration={0}
      />
    </div>
  )
}
