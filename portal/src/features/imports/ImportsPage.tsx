import { Button, Text } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mayAdmin, mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
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
  fetchImports,
  type ImportItem,
  type ImportKind,
  type ImportStatus,
  importKeys,
  isGoingOn,
  PAGES,
} from './imports.api.ts'
import { STATUS_TONES } from './state.ts'
import { importWords } from './words.ts'

const STATUSES = Object.keys(STATUS_TONES) as ImportStatus[]
const KINDS: ImportKind[] = ['managers', 'dataset']
const LOOK_EVERY_MS = 3000

/** All imports that a manager may see, newest first. */
export function ImportsPage() {
  const t = useWords(importWords)
  const session = useSession()
  const filters = useUrlFilters(['kind', 'status'])
  const kind = KINDS.find((one) => one === filters.values.kind)
  const status = STATUSES.find((one) => one === filters.values.status)
  const asked = { ...(kind ? { kind } : {}), ...(status ? { status } : {}) }
  const list = useCursorList(importKeys.list(asked), ({ cursor, signal }) =>
    fetchImports({ ...asked, ...(cursor ? { cursor } : {}) }, signal),
  )
  useRefreshWhile(list.rows.some(isGoingOn))
  const make = mayDoEverything(session) && (
    <Button component={AppLink} href={`${PAGES}/new`} leftSection={<IconTableImport size={16} aria-hidden />}>
      {t('make')}
    </Button>
  )
  const kinds = mayAdmin(session, 'datasets:read') ? KINDS : []
  const choices = [
    {
      name: 'kind' as const,
      label: t('list.kind'),
      options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    {
      name: 'status' as const,
      label: t('list.status'),
      options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
  ].filter(({ options }) => options.length > 0)
  return (
    <>
      <PageHeader title={t('title')} description={t('intro')} actions={make} />
      <Filters filters={filters} choices={choices} />
      <DataTable
        label={t('list.label')}
        columns={useColumns()}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => `${PAGES}/${row.id}`}
        empty={
          filters.isFiltered ? (
            <EmptyState icon={IconTableImport} title={t('list.none')} text={t('list.noneText')} />
          ) : (
            <EmptyState icon={IconTableImport} title={t('list.empty')} text={t('list.emptyText')} action={make} />
          )
        }
      />
    </>
  )
}

/** Looks again as long as one of the imports runs. */
function useRefreshWhile(isRunning: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: [...importKeys.all, 'list'] }),
      LOOK_EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [isRunning, queryClient])
}

function useColumns(): Column<ImportItem>[] {
  const t = useWords(importWords)
  const format = useFormat()
  return [
    { id: 'file', header: t('list.file'), render: (row) => row.filename },
    {
      id: 'kind',
      header: t('list.kind'),
      width: '14rem',
      hideBelow: 'md',
      render: (row) => [t(`kind.${row.kind}`), row.dataset_id, row.dry_run && t('dryRun')].filter(Boolean).join(' · '),
    },
    {
      id: 'status',
      header: t('list.status'),
      width: '12rem',
      render: (row) => <StatusBadge tone={STATUS_TONES[row.status]}>{t(`status.${row.status}`)}</StatusBadge>,
    },
    {
      id: 'rows',
      header: t('list.rows'),
      width: '8rem',
      align: 'end',
      render: (row) => (
        <span>
          {format.number(row.counts.rows)}
          {row.counts.errors > 0 && (
            <Text component="span" size="xs" c="dimmed" display="block">
              {t('list.errors', { count: row.counts.errors })}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'who',
      header: t('list.who'),
      width: '12rem',
      hideBelow: 'lg',
      render: (row) => row.creator.name ?? row.creator.id ?? t(`origin.${row.origin}`),
    },
    {
      id: 'when',
      header: t('list.when'),
      width: '9rem',
      hideBelow: 'md',
      render: (row) => <RelativeTime value={row.created_at} />,
    },
  ]
}
