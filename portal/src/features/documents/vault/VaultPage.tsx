import { Button, Text } from '@mantine/core'
import { IconDownload, IconEyeOff, IconInfinity, IconLock, IconLockSquareRounded } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDocumentColumns } from '#features/documents/reading/document-columns.tsx'
import {
  archiveUrl,
  useVault,
  type VaultDocument,
  vaultSummaryQuery,
} from '#features/documents/reading/employee-documents.api.ts'
import classes from '#features/documents/reading/reading.module.css'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { Pills, withParameters } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'

const PATH = '/portal/vault'

/** What belongs to the employee alone, by year. */
export function VaultPage() {
  const t = useWords(employeeDocumentWords)
  const filters = useUrlFilters(['year', 'type'])
  const { year, type } = filters.values
  const summary = useQuery(vaultSummaryQuery).data
  const documents = useVault(filters.values)
  const columns = useColumns()
  const hasAny = summary !== undefined && summary.documents_count > 0
  return (
    <>
      <PageHeader
        title={t('vault.title')}
        badge={
          <StatusBadge tone="info">
            <IconLock size={14} aria-hidden /> {t('vault.badge')}
          </StatusBadge>
        }
        description={t('vault.text')}
        actions={hasAny && <ArchiveButton year={year} />}
      />
      <Explanation />
      {hasAny && <Years />}
      {hasAny && summary.types.length > 1 && (
        <Filters
          filters={filters}
          choices={[
            {
              name: 'type',
              label: t('vault.type'),
              options: summary.types.map((one) => ({ value: one.code, label: one.name })),
            },
          ]}
        />
      )}
      <DataTable
        label={t('vault.table')}
        list={documents}
        columns={columns}
        rowId={(row) => row.id}
        rowHref={(row) => withParameters(`${PATH}/${row.id}`, { year, type })}
        empty={
          filters.isFiltered ? (
            <EmptyState
              title={t('folder.noneTitle')}
              text={t('vault.noneText')}
              action={
                <Button variant="default" onClick={filters.clear}>
                  {t('vault.showAll')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon={IconLockSquareRounded} title={t('vault.emptyTitle')} text={t('vault.emptyText')} />
          )
        }
      />
    </>
  )
}

/** A ZIP of the year that is shown, or of everything. */
function ArchiveButton({ year }: { year: string | undefined }) {
  const t = useWords(employeeDocumentWords)
  return (
    <Button
      component="a"
      href={archiveUrl(year === undefined ? undefined : Number(year))}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {year === undefined ? t('vault.downloadAll') : t('vault.downloadYear', { year })}
    </Button>
  )
}

function Explanation() {
  const t = useWords(employeeDocumentWords)
  return (
    <div className={classes.private}>
      <Fact
        icon={<IconEyeOff size={20} stroke={1.75} aria-hidden />}
        title={t('vault.who')}
        text={t('vault.whoText')}
      />
      <Fact
        icon={<IconInfinity size={20} stroke={1.75} aria-hidden />}
        title={t('vault.keeps')}
        text={t('vault.keepsText')}
      />
    </div>
  )
}

function Fact({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className={classes.fact}>
      {icon}
      <div>
        <Text fw={600} size="sm">
          {title}
        </Text>
        <Text size="sm">{text}</Text>
      </div>
    </div>
  )
}

function Years() {
  const t = useWords(employeeDocumentWords)
  const { year, type } = useUrlFilters(['year', 'type']).values
  const { documents_count = 0, years = [] } = useQuery(vaultSummaryQuery).data ?? {}
  const all = {
    key: 'all',
    label: t('vault.allYears'),
    count: documents_count,
    href: withParameters(PATH, { type }),
    isCurrent: year === undefined,
  }
  const pills = years.map((one) => ({
    key: String(one.year),
    label: String(one.year),
    count: one.documents_count,
    href: withParameters(PATH, { year: String(one.year), type }),
    isCurrent: year === String(one.year),
  }))
  return <Pills label={t('vault.years')} pills={[all, ...pills]} />
}

function useColumns(): Column<VaultDocument>[] {
  const t = useWords(employeeDocumentWords)
  const { title, type, date, size } = useDocumentColumns<VaultDocument>('vault')
  const received: Column<VaultDocument> = {
    id: 'received',
    header: t('column.received'),
    width: '9rem',
    hideBelow: 'lg',
    render: (row) => <RelativeTime value={row.received_at} />,
  }
  return [title, type, date, received, size]
}
