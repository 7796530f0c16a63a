import { Button, Text } from '@mantine/core'
import { IconPlus, IconUserX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { deletionCountsQuery } from '#features/governance/waiting.api.ts'
import { erasureWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Pills, withParameters } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { DELETIONS, type Deletion, deletionKeys, listDeletions } from './erasure.api.ts'
import { isPartial, nameOf, STATUS_TONES, STATUSES, totalsOf } from './state.ts'

/** Whose data is to be erased, and how far that is. */
export function DeletionRequestsPage() {
  const t = useWords(erasureWords)
  const filters = useUrlFilters(['status'])
  const status = STATUSES.find((one) => one === filters.values.status)
  const list = useCursorList([...deletionKeys.all, 'list', status], (page) => listDeletions({ status }, page))
  const add = mayAdmin(useSession(), 'deletion_requests:write') && (
    <Button component={AppLink} href={`${DELETIONS}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <Queue chosen={status} />
      <DataTable
        label={t('title')}
        columns={useDeletionColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `${DELETIONS}/${id}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconUserX} title={t('none.found')} />
          ) : (
            <EmptyState icon={IconUserX} title={t('none.title')} text={t('none.text')} action={add} />
          )
        }
      />
    </>
  )
}

/** One pill for each state that there is, with how many wait in it. */
function Queue({ chosen }: { chosen: Deletion['status'] | undefined }) {
  const t = useWords(erasureWords)
  const { data: counts } = useQuery(deletionCountsQuery)
  const there = STATUSES.filter((one) => one === chosen || (counts?.[one] ?? 0) > 0)
  if (!counts || there.length === 0) return null
  const total = STATUSES.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const pills = [
    { key: 'all', label: t('all'), count: total, href: DELETIONS, isCurrent: chosen === undefined },
    ...there.map((status) => ({
      key: status,
      label: t(`status.${status}`),
      count: counts[status] ?? 0,
      href: withParameters(DELETIONS, { status }),
      isCurrent: chosen === status,
    })),
  ]
  return <Pills label={t('columns.status')} pills={pills} />
}

/** Also for the requests about one person. */
export function useDeletionColumns(): Column<Deletion>[] {
  const t = useWords(erasureWords)
  const format = useFormat()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      render: (row) => (
        <span>
          {nameOf(row)}
          <Text component="span" size="xs" c="dimmed" display="block">
            {t(`kinds.${row.resource_type}`)}
          </Text>
        </span>
      ),
    },
    { id: 'status', header: t('columns.status'), width: '14rem', render: (row) => <DeletionBadge deletion={row} /> },
    {
      id: 'kept',
      header: t('columns.kept'),
      width: '7rem',
      align: 'end',
      hideBelow: 'lg',
      render: ({ modules }) => format.number(totalsOf(modules).kept),
    },
    {
      id: 'due',
      header: t('columns.due'),
      width: '10rem',
      hideBelow: 'md',
      render: ({ due_at, status }) => (due_at && status !== 'canceled' ? format.date(due_at) : null),
    },
    {
      id: 'created',
      header: t('columns.created'),
      width: '10rem',
      hideBelow: 'md',
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}

export function DeletionBadge({ deletion }: { deletion: Pick<Deletion, 'status' | 'outcome'> }) {
  const t = useWords(erasureWords)
  if (isPartial(deletion)) return <StatusBadge tone="warning">{t('partial')}</StatusBadge>
  return <StatusBadge tone={STATUS_TONES[deletion.status]}>{t(`status.${deletion.status}`)}</StatusBadge>
}
