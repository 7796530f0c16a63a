import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#kernel/session/session.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { uiWords } from '#ui/words.ts'
import { useDuration } from './duration.ts'
import { Problems } from './Problems.tsx'
import classes from './System.module.css'
import { type SystemState, systemQuery } from './system.api.ts'
import { systemWords } from './words.ts'

/** How the service does: what needs attention first, then the facts. */
export function SystemPage() {
  const t = useWords(systemWords)
  const format = useFormat()
  const query = useQuery(systemQuery)
  return (
    <>
      <PageHeader
        title={t('system.title')}
        description={t('system.text')}
        actions={
          query.dataUpdatedAt > 0 && (
            <Text size="sm" c="dimmed">
              {t('system.looked', { time: format.dateTime(query.dataUpdatedAt) })}
            </Text>
          )
        }
      />
      {query.isPending && <LoadingState lines={10} />}
      {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <>
          <Problems state={query.data} />
          <Cards state={query.data} />
          <Jobs state={query.data} />
        </>
      )}
    </>
  )
}

function Cards({ state }: { state: SystemState }) {
  return (
    <div className={classes.cards}>
      <div>
        <Service state={state} />
      </div>
      <div>
        <Holdings state={state} />
      </div>
      <div>
        <Surroundings state={state} />
      </div>
      <div>
        <Callbacks state={state} />
      </div>
    </div>
  )
}

function Service({ state }: { state: SystemState }) {
  const t = useWords(systemWords)
  const format = useFormat()
  const duration = useDuration()
  return (
    <Section title={t('system.service')}>
      <DefinitionList
        items={[
          { label: t('system.version'), value: state.version },
          { label: t('system.uptime'), value: duration(state.uptime_seconds) },
          { label: t('system.node'), value: state.node_version },
          { label: t('system.postgresql'), value: state.postgresql_version },
          { label: t('system.database'), value: format.bytes(state.database_size) },
        ]}
      />
    </Section>
  )
}

function Holdings({ state: { holdings } }: { state: SystemState }) {
  const t = useWords(systemWords)
  const format = useFormat()
  const { client } = useSession()
  const counted = ({ count, size }: { count: number; size: number }) =>
    t('system.counted', { count: format.number(count), size: format.bytes(size) })
  return (
    <Section title={t('system.holdings', { client: client.name })}>
      <DefinitionList
        items={[
          { label: t('system.employees'), value: format.number(holdings.employees_count) },
          { label: t('system.managers'), value: format.number(holdings.managers_count) },
          { label: t('system.documents'), value: counted(holdings.documents) },
          { label: t('system.vault'), value: counted(holdings.vault) },
          { label: t('system.files'), value: format.bytes(holdings.files_size) },
        ]}
      />
    </Section>
  )
}

function Surroundings({ state: { mail, storage, virus_scan } }: { state: SystemState }) {
  const t = useWords(systemWords)
  const scan = [t(`system.scanState.${virus_scan.state}`), virus_scan.detail].filter(Boolean).join(' · ')
  return (
    <Section title={t('system.surroundings')}>
      <DefinitionList
        items={[
          { label: t('system.mail'), value: t(`system.mailKind.${mail.transport}`) },
          { label: t('system.storage'), value: t(`system.storageKind.${storage.kind}`) },
          { label: t('system.scan'), value: scan },
        ]}
      />
    </Section>
  )
}

function Callbacks({ state: { callbacks } }: { state: SystemState }) {
  const t = useWords(systemWords)
  const format = useFormat()
  const duration = useDuration()
  return (
    <Section title={t('system.callbacks')}>
      <DefinitionList
        items={[
          { label: t('system.events'), value: format.number(callbacks.events) },
          { label: t('system.due'), value: format.number(callbacks.due) },
          { label: t('system.scheduled'), value: format.number(callbacks.scheduled) },
          { label: t('system.held'), value: format.number(callbacks.held) },
          {
            label: t('system.oldest'),
            value: callbacks.oldest_seconds > 0 ? duration(callbacks.oldest_seconds) : undefined,
          },
        ]}
      />
    </Section>
  )
}

function Jobs({ state: { jobs } }: { state: SystemState }) {
  const t = useWords(systemWords)
  const ui = useWords(uiWords)
  const format = useFormat()
  const duration = useDuration()
  const count = (id: 'waiting' | 'active' | 'failed') => ({
    id,
    header: t(`system.${id}`),
    width: '8rem',
    align: 'end' as const,
    render: (row: SystemState['jobs'][number]) => <span className={classes.number}>{format.number(row[id])}</span>,
  })
  return (
    <Section title={t('system.jobs')} description={t('system.jobsText')} flush>
      <DataTable
        label={t('system.jobs')}
        list={fixedRows(busyFirst(jobs))}
        rowId={(row) => row.name}
        columns={[
          { id: 'name', header: t('system.job'), render: (row) => row.name },
          count('waiting'),
          count('active'),
          count('failed'),
          {
            id: 'wait',
            header: t('system.wait'),
            width: '11rem',
            hideBelow: 'md',
            render: (row) => (row.oldest_waiting_seconds ? duration(row.oldest_waiting_seconds) : ui('none')),
          },
        ]}
        empty={null}
      />
    </Section>
  )
}

/** What does or did something stands above what is idle. */
function busyFirst(jobs: SystemState['jobs']): SystemState['jobs'] {
  const rank = ({ failed, waiting, active }: SystemState['jobs'][number]) =>
    failed > 0 ? 0 : waiting + active > 0 ? 1 : 2
  return jobs.toSorted((one, other) => rank(one) - rank(other))
}
