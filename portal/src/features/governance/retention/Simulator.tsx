import { Loader, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNamedTypes } from '#features/governance/holds/use-named-types.ts'
import { retentionWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import { DueByMonth } from './DueByMonth.tsx'
import { barsOf, todayIs, yearsLater } from './months.ts'
import { isComplete, type PolicyValues, toPolicy } from './policy-form.ts'
import { formsQuery, type PolicyInput, type Simulation, simulationQuery } from './retention.api.ts'
import classes from './retention.module.css'
import { SampleList } from './SampleList.tsx'

const CHANGING_MS = 500
const HORIZONS = ['1', '5', '20'] as const

/** What a policy would do, while it is described: how much falls due, and when. */
export function Simulator({ values, id }: { values: PolicyValues; id: string | undefined }) {
  const t = useWords(retentionWords)
  const [years, setYears] = useState<string>('5')
  const today = todayIs()
  const until = yearsLater(today, Number(years))
  // A name is needed to save a policy, and says nothing of what it does.
  const policy = { ...toPolicy({ ...values, name: 'x', legal_basis: '' }), ...(id === undefined ? {} : { id }), until }
  const [text] = useDebouncedValue(JSON.stringify(policy), CHANGING_MS)
  const asked = JSON.parse(text) as PolicyInput & { until: string }
  const isReady = isComplete(values)
  const { data, error, isFetching } = useQuery({ ...simulationQuery(asked), enabled: isReady })
  const choices = HORIZONS.map((value) => ({ value, label: t('simulator.years', { count: Number(value) }) }))
  return (
    <Section
      title={t('simulator.title')}
      description={t('simulator.text')}
      actions={isReady && isFetching && <Loader size="sm" aria-hidden />}
    >
      <SegmentedControl
        aria-label={t('simulator.horizon')}
        data={choices}
        value={years}
        onChange={setYears}
        fullWidth
        mb="md"
      />
      <div role="status" aria-busy={isFetching}>
        {!isReady && <Text size="sm">{t('simulator.incomplete')}</Text>}
        {isReady && error && <Failed error={error} />}
        {isReady && !error && !data && <Text size="sm">{t('simulator.counting')}</Text>}
        {isReady && !error && data && <Totals simulation={data} />}
      </div>
      {isReady && !error && data && data.total > 0 && (
        <>
          <DueByMonth bars={barsOf(data.by_month, today, asked.until)} />
          <Shares simulation={data} />
          <SampleList type={asked.resource_type} ids={data.sample_ids} />
        </>
      )}
    </Section>
  )
}

function Failed({ error }: { error: Error }) {
  const t = useWords(retentionWords)
  const why = error instanceof ApiError ? error.fields[0]?.message : undefined
  return <Text size="sm">{why ?? t('simulator.failed')}</Text>
}

function Totals({
  simulation: { matched, total, due_now, held, decided_by_others, without_date },
}: {
  simulation: Simulation
}) {
  const t = useWords(retentionWords)
  const format = useFormat()
  const lines = [
    held > 0 && t('simulator.held', { count: held, number: format.number(held) }),
    decided_by_others > 0 &&
      t('simulator.others', { count: decided_by_others, number: format.number(decided_by_others) }),
    without_date > 0 && t('simulator.withoutDate', { count: without_date, number: format.number(without_date) }),
  ].filter((line) => line !== false)
  return (
    <>
      <Figures
        figures={[
          { label: t('simulator.matched'), value: matched },
          { label: t('simulator.total'), value: total },
          { label: t('simulator.dueNow'), value: due_now, tone: due_now > 0 ? 'warning' : undefined },
        ]}
      />
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function Shares({ simulation: { by_type, by_organization } }: { simulation: Simulation }) {
  const t = useWords(retentionWords)
  const session = useSession()
  const types = new Map(useNamedTypes().map(({ code, label }) => [code, label]))
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: mayAdmin(session, 'forms:read') })
  const { data: tree = [] } = useQuery({ ...treeQuery, enabled: mayAdmin(session, 'organizations:read') })
  for (const { code, title } of forms) types.set(code, title)
  const organizations = new Map(tree.map(({ code, name }) => [code, name]))
  return (
    <>
      {by_type.length > 1 && <Share title={t('simulator.byType')} rows={by_type} names={types} />}
      {by_organization.length > 0 && (
        <Share title={t('simulator.byOrganization')} rows={by_organization} names={organizations} />
      )}
    </>
  )
}

type ShareProps = { title: string; rows: { code: string; count: number }[]; names: ReadonlyMap<string, string> }

/** So many are shown; the rest are small. */
const SHOWN = 6

function Share({ title, rows, names }: ShareProps) {
  const t = useWords(retentionWords)
  const format = useFormat()
  const sorted = rows.toSorted((one, other) => other.count - one.count)
  const most = sorted[0]?.count ?? 1
  return (
    <div className={classes.share}>
      <Text component="h3" size="sm" fw={600}>
        {title}
      </Text>
      <ul>
        {sorted.slice(0, SHOWN).map(({ code, count }) => (
          <li key={code}>
            <span>{names.get(code) ?? code}</span>
            <span className={classes.count}>{format.number(count)}</span>
            <span aria-hidden className={classes.bar} style={{ inlineSize: `${(100 * count) / most}%` }} />
          </li>
        ))}
      </ul>
      {sorted.length > SHOWN && (
        <Text size="xs" c="dimmed">
          {t('simulator.more', { count: sorted.length - SHOWN })}
        </Text>
      )}
    </div>
  )
}
