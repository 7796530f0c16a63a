import { Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import {
  distributionKeys,
  fetchPackages,
  type Package,
  type PackageStatus,
  type Project,
} from '#features/distributions/distributions.api.ts'
import { PACKAGE_TONES } from '#features/distributions/state.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useFailureText } from './use-failure-text.ts'

const STATUSES = ['planned', 'prepared', 'handed_over', 'failed', 'downloaded'] as const satisfies PackageStatus[]

/** Every envelope of a project with what became of it. */
export function PackagesTable({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const columns = useColumns()
  const filters = useUrlFilters(['package'])
  const status = STATUSES.find((one) => one === filters.values.package)
  const id = String(project.id)
  // With the counts: when they change, so do the envelopes.
  const key = distributionKeys.packages(id, { status, packages: project.packages })
  const list = useCursorList(key, ({ cursor, signal }) =>
    fetchPackages(id, { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }, signal),
  )
  return (
    <>
      <Views project={project} chosen={status} onChoose={(next) => filters.set({ package: next })} />
      <DataTable
        label={t('packages.label')}
        columns={columns}
        list={list}
        rowId={(row) => row.id}
        empty={<EmptyState icon={IconMail} title={t('packages.empty')} text={t('packages.emptyText')} />}
      />
    </>
  )
}

type ViewsProps = {
  project: Project
  chosen: PackageStatus | undefined
  onChoose: (status: PackageStatus | undefined) => void
}

function Views({ project: { packages, packages_count }, chosen, onChoose }: ViewsProps) {
  const t = useWords(distributionWords)
  const shown = STATUSES.filter((one) => one === chosen || packages[one] > 0)
  return (
    <ChoicePills
      label={t('packages.views')}
      pills={[
        { key: 'all', label: t('packages.all'), count: packages_count },
        ...shown.map((one) => ({ key: one, label: t(`packages.state.${one}`), count: packages[one] })),
      ]}
      chosen={chosen ?? 'all'}
      onChoose={(next) => onChoose(STATUSES.find((one) => one === next))}
    />
  )
}

function useColumns(): Column<Package>[] {
  const t = useWords(distributionWords)
  const format = useFormat()
  const words = useFailureText()
  return [
    { id: 'number', header: t('packages.number'), width: '4rem', align: 'end', render: (row) => row.number },
    { id: 'person', header: t('packages.person'), render: (row) => row.employee_name },
    {
      id: 'organization',
      header: t('packages.organization'),
      width: '9rem',
      hideBelow: 'lg',
      render: (row) => row.organization ?? '–',
    },
    {
      id: 'status',
      header: t('packages.status'),
      width: '14rem',
      render: (row) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge tone={PACKAGE_TONES[row.status]}>{t(`packages.state.${row.status}`)}</StatusBadge>
          {row.reason && (
            <Text size="xs" c="dimmed">
              {words(row.reason)}
            </Text>
          )}
        </Stack>
      ),
    },
    { id: 'when', header: t('packages.when'), width: '13rem', hideBelow: 'md', render: (row) => <When row={row} /> },
    {
      id: 'pages',
      header: t('packages.pages'),
      width: '5rem',
      align: 'end',
      hideBelow: 'md',
      render: (row) => (row.pages === null ? '–' : format.number(row.pages)),
    },
  ]
}

/** When it came to be what it is. */
function When({ row }: { row: Package }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const { status, handed_over_at, downloaded_at, downloaded_by, prepared_at } = row
  if (status === 'handed_over' && handed_over_at) return format.dateTime(handed_over_at)
  if (downloaded_at) {
    const name = downloaded_by?.name ?? downloaded_by?.id ?? '–'
    return t('packages.downloadedBy', { date: format.dateTime(downloaded_at), name })
  }
  return prepared_at ? format.dateTime(prepared_at) : '–'
}
