import { Button, Select, Text } from '@mantine/core'
import { IconGavel, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { holdWords } from '#features/governance/words.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { employeeQuery, foundEmployeesQuery } from '#shared/people/employees.api.ts'
import { useTyped } from '#shared/people/PersonSearch.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { uiWords } from '#ui/words.ts'
import { HOLDS, holdKeys, type LegalHold, listHolds } from './holds.api.ts'
import { listedTotal } from './scope-form.ts'
import { useHoldName } from './use-hold-name.ts'

/** The matters for which things have to be kept: open ones, and those of the past. */
export function LegalHoldsPage() {
  const t = useWords(holdWords)
  const filters = useUrlFilters(['q', 'employee'])
  const status = useUrlFilters(['status']).values.status === 'released' ? 'released' : 'open'
  const { q, employee } = filters.values
  const asked = { status, q, employee_technical_id: employee } as const
  const list = useCursorList([...holdKeys.all, 'list', asked], (page) => listHolds(asked, page))
  const place = mayAdmin(useSession(), 'legal_holds:write') && (
    <Button component={AppLink} href={`${HOLDS}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('place')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={place} />
      <ParamTabs
        label={t('tabs.label')}
        name="status"
        tabs={[
          { value: 'open', label: t('tabs.open') },
          { value: 'released', label: t('tabs.released') },
        ]}
        keep={filters.values}
      />
      <Filters filters={filters} search="q" searchLabel={t('search')}>
        <EmployeeFilter value={employee} onChange={(value) => filters.set({ employee: value })} />
      </Filters>
      <DataTable
        label={t(`tabs.${status}`)}
        columns={useColumns(status)}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `${HOLDS}/${id}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconGavel} title={t('none.found')} text={t('none.foundText')} />
          ) : (
            <EmptyState
              icon={IconGavel}
              title={t(`none.${status}`)}
              text={t(`none.${status}Text`)}
              action={status === 'open' && place}
            />
          )
        }
      />
    </>
  )
}

function useColumns(status: 'open' | 'released'): Column<LegalHold>[] {
  const t = useWords(holdWords)
  const format = useFormat()
  const nameOf = useHoldName()
  const isPast = status === 'released'
  return [
    {
      id: 'name',
      header: t('columns.name'),
      render: (hold) => (
        <span>
          {nameOf(hold)}
          {hold.reference && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {hold.reference}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'covers',
      header: t('columns.covers'),
      width: '9rem',
      align: 'end',
      render: ({ counts }) => {
        const { count, isMore } = listedTotal(counts)
        return isMore ? t('columns.atLeast', { number: format.number(count) }) : format.number(count)
      },
    },
    {
      id: 'by',
      header: t(isPast ? 'columns.releasedBy' : 'columns.placedBy'),
      width: '14rem',
      hideBelow: 'md',
      render: ({ created_by, released_by }) => nameOfActor(isPast ? released_by : created_by) ?? t('system'),
    },
    {
      id: 'at',
      header: t(isPast ? 'columns.releasedAt' : 'columns.placedAt'),
      width: '11rem',
      render: ({ created_at, released_at }) => <RelativeTime value={released_at ?? created_at} />,
    },
  ]
}

/** The manager who decided, or the application where it did not say for whom. */
export function nameOfActor(actor: LegalHold['released_by']): string | null {
  return actor && (actor.on_behalf_of?.name ?? actor.name ?? actor.id)
}

function EmployeeFilter({ value, onChange }: { value: string | undefined; onChange: (id?: string) => void }) {
  const t = useWords(holdWords)
  const ui = useWords(uiWords)
  const enabled = may(useSession(), 'employees:read')
  const { q, setTyped } = useTyped()
  const { data: found = [], isFetching } = useQuery({ ...foundEmployeesQuery(q), enabled })
  const { data: chosen } = useQuery({ ...employeeQuery(value ?? ''), enabled: enabled && value !== undefined })
  if (!enabled) return null
  const names = new Map(value === undefined ? [] : [[value, value]])
  for (const one of [...found, ...(chosen ? [chosen] : [])]) {
    names.set(one.technical_id, `${fullName(one)} · ${one.technical_id}`)
  }
  return (
    <Select
      aria-label={t('employee')}
      placeholder={t('employee')}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      onSearchChange={(text) => setTyped(text.includes(' · ') ? '' : text)}
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('form.searching') : t('form.nothingFound')}
      clearable
      clearButtonProps={{ 'aria-label': ui('filters.remove', { name: t('employee') }) }}
    />
  )
}
