import { Button, Text } from '@mantine/core'
import { IconPlus, IconSend2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import {
  distributionKeys,
  fetchProjects,
  optionsQuery,
  PAGES,
  type ProjectItem,
  type ProjectStatus,
  pageOf,
} from './distributions.api.ts'
import { isOpen, STATUS_TONES, toCheck } from './state.ts'
import { distributionWords } from './words.ts'

const STATUSES = Object.keys(STATUS_TONES) as ProjectStatus[]

/** The projects that a manager has to do with: where each one is, and what it waits for. */
export function DistributionsPage() {
  const t = useWords(distributionWords)
  const filters = useUrlFilters(['q', 'status'])
  const { q } = filters.values
  const status = STATUSES.find((one) => one === filters.values.status)
  const asked = { ...(q ? { q } : {}), ...(status ? { status } : {}) }
  const list = useCursorList(distributionKeys.list(asked), ({ cursor, signal }) =>
    fetchProjects({ ...asked, ...(cursor ? { cursor } : {}) }, signal),
  )
  const mayCreate = useQuery(optionsQuery).data?.may_create ?? false
  const make = mayCreate && (
    <Button component={AppLink} href={`${PAGES}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('make')}
    </Button>
  )
  const options = STATUSES.map((value) => ({ value, label: t(`state.${value}`) }))
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')} actions={make} />
      <Filters
        filters={filters}
        search="q"
        searchLabel={t('search')}
        choices={[{ name: 'status', label: t('status'), options }]}
      />
      <DataTable
        label={t('list.label')}
        columns={useColumns()}
        list={list}
        rowId={(row) => String(row.id)}
        rowHref={(row) => pageOf(row.id)}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconSend2} title={t('list.none')} text={t('list.noneText')} />
          ) : (
            <EmptyState icon={IconSend2} title={t('list.empty')} text={t('list.emptyText')} action={make} />
          )
        }
      />
    </>
  )
}

function useColumns(): Column<ProjectItem>[] {
  const t = useWords(distributionWords)
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('list.name'),
      render: (row) => row.name,
    },
    {
      id: 'status',
      header: t('list.status'),
      width: '10.5rem',
      render: (row) => <StatusBadge tone={STATUS_TONES[row.status]}>{t(`state.${row.status}`)}</StatusBadge>,
    },
    {
      id: 'documents',
      header: t('list.documents'),
      width: '9rem',
      align: 'end',
      render: (row) => (
        <span>
          {format.number(row.counts.documents)}
          {toCheck(row) > 0 && isOpen(row) && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {t('list.toCheck', { count: toCheck(row) })}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'next', header: t('list.next'), width: '18rem', render: (row) => t(`next.${row.next_step}`) },
    {
      id: 'created',
      header: t('list.created'),
      width: '9rem',
      hideBelow: 'lg',
      render: (row) => <RelativeTime value={row.created_at} />,
    },
  ]
}
