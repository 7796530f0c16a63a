import { Button } from '@mantine/core'
import { IconInbox, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { requestStatusWords } from '#shared/requests/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useListSelection } from '#ui/table/selection.ts'
import { BulkActions } from './BulkActions.tsx'
import classes from './manager.module.css'
import { useManagerColumns } from './manager-columns.tsx'
import {
  listManagerRequests,
  type ManagerRequestItem,
  managerFormsQuery,
  requestCountsQuery,
} from './manager-requests.api.ts'
import { managerRequestWords, requestWords } from './words.ts'

const LIST = '/portal/manager/requests'
const VIEWS = ['mine', 'unassigned', 'all', 'overdue', 'closed'] as const
type View = (typeof VIEWS)[number]

const ASKED = {
  mine: { assigned: 'me', state: 'open' },
  unassigned: { assigned: 'nobody', state: 'open' },
  all: { state: 'open' },
  overdue: { overdue: true, sort: 'processing_date_due' },
  closed: { state: 'closed', sort: '-closed_at' },
} as const

/** What managers take care of, in views that begin with their own. */
export function ManagerRequestsPage() {
  const t = useWords(managerRequestWords)
  const mayWrite = may(useSession(), 'requests:write')
  const given = useUrlFilters(['view']).values.view
  const view = VIEWS.find((one) => one === given) ?? 'mine'
  return (
    <>
      <PageHeader
        title={t('list.title')}
        actions={
          mayWrite && (
            <Button component={AppLink} href={`${LIST}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              {t('list.new')}
            </Button>
          )
        }
      />
      <Views />
      <RequestList key={view} view={view} mayWrite={mayWrite} />
    </>
  )
}

function Views() {
  const t = useWords(managerRequestWords)
  const format = useFormat()
  const { data: counts } = useQuery(requestCountsQuery)
  const { q, employee } = useUrlFilters(['q', 'employee']).values
  const countOf = { mine: counts?.mine, unassigned: counts?.unassigned, all: counts?.open, overdue: counts?.overdue }
  return (
    <ParamTabs
      label={t('list.views')}
      name="view"
      keep={{ q, employee }}
      tabs={VIEWS.map((value) => {
        const count = value === 'closed' ? undefined : countOf[value]
        return {
          value,
          label: t(`list.${value}`),
          badge: count !== undefined && (
            <span className={classes.count} data-late={(value === 'overdue' && count > 0) || undefined}>
              {format.number(count)}
            </span>
          ),
        }
      })}
    />
  )
}

function RequestList({ view, mayWrite }: { view: View; mayWrite: boolean }) {
  const t = useWords(managerRequestWords)
  const filters = useUrlFilters(['q', 'status', 'form', 'priority', 'employee', 'sort'])
  const asked = { ...ASKED[view], ...defined(filters.values) } as Parameters<typeof listManagerRequests>[0]
  const list = useCursorList<ManagerRequestItem>(['manager-requests', 'list', asked], (page) =>
    listManagerRequests(asked, page),
  )
  const { isAll, clear, ...selection } = useListSelection(
    asked,
    list.rows.map(({ id }) => id),
    list.total,
  )
  const { sort: _, ...matching } = asked
  const choices = useChoices(view)
  const empty = filters.isFiltered ? (
    <EmptyState title={t('list.none')} text={t('list.noneText')} />
  ) : (
    <EmptyView view={view} />
  )
  return (
    <>
      <Filters filters={filters} search="q" searchLabel={t('list.search')} choices={choices}>
        {filters.values.employee && (
          <span className={classes.count}>{t('list.ofEmployee', { id: filters.values.employee })}</span>
        )}
      </Filters>
      <DataTable
        label={t('list.title')}
        columns={useManagerColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => `${LIST}/${id}`}
        rowLabel={({ subject }) => subject}
        empty={empty}
        showTotal
        {...(mayWrite
          ? {
              selection: {
                ...selection,
                actions: (
                  <BulkActions
                    chosen={isAll ? { requests: matching } : { ids: [...selection.selected] }}
                    isClosed={view === 'closed'}
                    onStarted={clear}
                  />
                ),
              },
            }
          : {})}
      />
    </>
  )
}

function useChoices(view: View) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const states = useWords(requestStatusWords)
  const { data: forms = [] } = useQuery(managerFormsQuery)
  const statuses = (['created', 'open', 'pending'] as const).map((value) => ({
    value,
    label: states(`status.${value}`),
  }))
  const priorities = (['URGENT', 'NORMAL', 'LOW'] as const).map((value) => ({
    value,
    label: shared(`priority.${value}`),
  }))
  const sorts = [
    { value: '-created_at', label: t('list.sortNewest') },
    { value: 'created_at', label: t('list.sortOldest') },
    { value: '-updated_at', label: t('list.sortUpdated') },
    { value: 'processing_date_due', label: t('list.sortDue') },
    { value: '-priority', label: t('list.sortPriority') },
    { value: 'subject', label: t('list.sortSubject') },
  ]
  const forForm = forms.map(({ slug, title }) => ({ value: slug, label: title }))
  return [
    ...(view === 'closed' ? [] : [{ name: 'status' as const, label: t('list.status'), options: statuses }]),
    { name: 'form' as const, label: t('list.form'), options: forForm, searchable: true },
    { name: 'priority' as const, label: t('list.priority'), options: priorities },
    { name: 'sort' as const, label: t('list.sort'), options: sorts },
  ]
}

function EmptyView({ view }: { view: View }) {
  const t = useWords(managerRequestWords)
  if (view === 'mine') {
    const action = (
      <Button component={AppLink} href={`${LIST}?view=unassigned`} variant="default">
        {t('list.seeUnassigned')}
      </Button>
    )
    return <EmptyState icon={IconInbox} title={t('list.emptyMine')} text={t('list.emptyMineText')} action={action} />
  }
  const titles = {
    unassigned: t('list.emptyUnassigned'),
    all: t('list.empty'),
    overdue: t('list.emptyOverdue'),
    closed: t('list.emptyClosed'),
  }
  return <EmptyState icon={IconInbox} title={titles[view]} {...(view === 'all' ? { text: t('list.emptyText') } : {})} />
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
