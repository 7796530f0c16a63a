import { Text } from '@mantine/core'
import { IconChecks, IconFiles } from '@tabler/icons-react'
import {
  type DistributionDocument,
  type DocumentView,
  distributionKeys,
  fetchDocuments,
  type Project,
  pageOf,
} from '#features/distributions/distributions.api.ts'
import { OUTCOME_TONES, toCheck } from '#features/distributions/state.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { ChoicePills } from '#ui/filters/Pills.tsx'
import { type UrlFilters, useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { CheckView } from './CheckView.tsx'

type Names = 'outcome' | 'q' | 'spool' | 'part'

/** The documents of a project as a list, or one after the other to look through. */
export function DocumentsTab({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const columns = useColumns()
  const filters = useUrlFilters<Names>(['outcome', 'q', 'spool', 'part'])
  const { outcome, q, spool, part } = filters.values
  const view = VIEWS.find((one) => one === outcome)
  const asked = { ...(view ? { outcome: view } : {}), ...(q ? { q } : {}), ...(spool ? { spool: Number(spool) } : {}) }
  const id = String(project.id)
  const list = useCursorList(distributionKeys.parts(id, asked), ({ cursor, signal }) =>
    fetchDocuments(id, { ...asked, ...(cursor ? { cursor } : {}) }, signal),
  )
  const show = (next: string | undefined) => filters.set({ part: next })
  if (part) return <CheckView key={part} project={project} partId={part} list={list} onShow={show} />
  return (
    <>
      <Views project={project} filters={filters} />
      <DocumentFilters project={project} filters={filters} />
      <DataTable
        label={t('parts.label')}
        columns={columns}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => hrefOf(project, filters, row)}
        empty={<Nothing project={project} view={view} />}
      />
    </>
  )
}

const VIEWS = [
  'to_check',
  'unmatched',
  'ambiguous',
  'rejected',
  'matched',
  'assigned',
  'left_out',
  'leavers',
  'duplicates',
  'package_problems',
] as const satisfies DocumentView[]

function hrefOf(project: Project, { values }: UrlFilters<Names>, { id }: DistributionDocument): string {
  const search = new URLSearchParams({ tab: 'parts' })
  for (const name of ['outcome', 'q', 'spool'] as const) if (values[name]) search.set(name, values[name])
  search.set('part', id)
  return `${pageOf(project.id)}?${search}`
}

/** What can be shown, each with how many there are; what there is none of is left away. */
function Views({ project, filters }: { project: Project; filters: UrlFilters<Names> }) {
  const t = useWords(distributionWords)
  const { counts, checks } = project
  const howMany = (view: DocumentView) => {
    if (view === 'to_check') return toCheck(project)
    if (view === 'package_problems') return project.package_problems
    return view === 'leavers' || view === 'duplicates' ? (checks?.[view] ?? 0) : counts[view]
  }
  const chosen = filters.values.outcome ?? 'all'
  const shown = VIEWS.filter((one) => one === 'to_check' || one === chosen || howMany(one) > 0)
  return (
    <ChoicePills
      label={t('parts.views.label')}
      pills={[
        { key: 'all', label: t('parts.views.all'), count: counts.documents },
        ...shown.map((one) => ({ key: one, label: t(`parts.views.${one}`), count: howMany(one) })),
      ]}
      chosen={chosen}
      onChoose={(next) => filters.set({ outcome: next === 'all' ? undefined : next })}
    />
  )
}

function DocumentFilters({ project, filters }: { project: Project; filters: UrlFilters<Names> }) {
  const t = useWords(distributionWords)
  const spools = project.distributions.map(({ id, name }) => ({ value: String(id), label: name }))
  const { q, spool } = filters.values
  const asked = {
    ...filters,
    isFiltered: Boolean(q ?? spool),
    clear: () => filters.set({ q: undefined, spool: undefined }),
  }
  return (
    <Filters
      filters={asked}
      search="q"
      searchLabel={t('parts.search')}
      choices={spools.length > 1 ? [{ name: 'spool', label: t('parts.spool'), options: spools }] : []}
    />
  )
}

function Nothing({ project, view }: { project: Project; view: DocumentView | undefined }) {
  const t = useWords(distributionWords)
  if (project.counts.documents === 0) {
    return <EmptyState icon={IconFiles} title={t('parts.emptyNew')} text={t('parts.emptyNewText')} />
  }
  if (view === 'to_check' && toCheck(project) === 0) {
    return <EmptyState icon={IconChecks} title={t('parts.allSettled')} text={t('parts.allSettledText')} />
  }
  return <EmptyState icon={IconFiles} title={t('parts.empty')} text={t('parts.emptyText')} />
}

function useColumns(): Column<DistributionDocument>[] {
  const t = useWords(distributionWords)
  const format = useFormat()
  return [
    {
      id: 'title',
      header: t('parts.document'),
      render: (row) => (row.package_problem ? <WithProblem row={row} problem={row.package_problem} /> : row.title),
    },
    {
      id: 'person',
      header: t('parts.person'),
      width: '16rem',
      render: (row) => {
        const name = row.employee_name ?? row.employee_number ?? t('parts.nobody')
        return row.employee_terminated ? `${name} (${t('parts.left')})` : name
      },
    },
    {
      id: 'outcome',
      header: t('parts.outcome'),
      width: '10rem',
      render: (row) => <StatusBadge tone={OUTCOME_TONES[row.outcome]}>{t(`outcome.${row.outcome}`)}</StatusBadge>,
    },
    {
      id: 'where',
      header: t('parts.where'),
      width: '16rem',
      hideBelow: 'lg',
      render: (row) => placeOf(row, t('parts.page', { page: row.first_page ?? 1 })),
    },
    {
      id: 'pages',
      header: t('parts.pages'),
      width: '5rem',
      align: 'end',
      hideBelow: 'md',
      render: (row) => (row.pages === null ? '–' : format.number(row.pages)),
    },
  ]
}

function WithProblem({
  row,
  problem,
}: {
  row: DistributionDocument
  problem: NonNullable<DistributionDocument['package_problem']>
}) {
  const t = useWords(distributionWords)
  return (
    <>
      {row.title}
      <Text size="xs" c="dimmed">
        {t(`packageProblem.${problem}`)}
      </Text>
    </>
  )
}

function placeOf({ file, first_page }: DistributionDocument, page: string): string {
  return first_page === null ? file : `${file}, ${page}`
}
