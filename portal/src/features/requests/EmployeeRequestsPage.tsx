import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { fullName } from '#kernel/session/session.ts'
import { DueDate } from '#shared/requests/DueDate.tsx'
import { EmployeeRequestStatus } from '#shared/requests/RequestStatus.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { useVisibleRows } from '#ui/table/visible-rows.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { type EmployeeRequestItem, listEmployeeRequests } from './employee-requests.api.ts'
import classes from './requests.module.css'
import { requestWords } from './words.ts'

/** What an employee asked, open or closed, with the last answer. */
export function EmployeeRequestsPage() {
  const t = useWords(requestWords)
  const tab = useUrlFilters(['state']).values.state === 'closed' ? 'closed' : 'open'
  const filters = useUrlFilters(['q'])
  const { q } = filters.values
  const list = useCursorList<EmployeeRequestItem>(['employee-requests', 'list', tab, q], (asked) =>
    listEmployeeRequests({ state: tab, q }, asked),
  )
  const newButton = (
    <Button component={AppLink} href="/portal/requests/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('mine.new')}
    </Button>
  )
  const { ref, items, before, after } = useVisibleRows(list, 132)
  return (
    <>
      <PageHeader title={t('mine.title')} actions={newButton} />
      <ParamTabs
        label={t('mine.tabs')}
        name="state"
        tabs={[
          { value: 'open', label: t('mine.open') },
          { value: 'closed', label: t('mine.closed') },
        ]}
      />
      <Filters filters={filters} search="q" searchLabel={t('mine.search')} />
      {list.isLoading && <LoadingState lines={4} height={96} />}
      {list.error !== null && list.rows.length === 0 && <ErrorState error={list.error} onRetry={list.retry} />}
      {!list.isLoading && list.error === null && list.rows.length === 0 && (
        <Empty tab={tab} isFiltered={q !== undefined} action={newButton} />
      )}
      <div ref={ref}>
        <ul className={classes.list} aria-label={t('mine.list')} style={{ paddingTop: before, paddingBottom: after }}>
          {items.map(({ row }) => (
            <li key={row.id}>
              <RequestCard request={row} />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

type EmptyProps = { tab: 'open' | 'closed'; isFiltered: boolean; action: React.ReactNode }

function Empty({ tab, isFiltered, action }: EmptyProps) {
  const t = useWords(requestWords)
  if (isFiltered) return <EmptyState title={t('mine.none')} text={t('mine.noneText')} />
  if (tab === 'closed') return <EmptyState title={t('mine.emptyClosed')} text={t('mine.emptyClosedText')} />
  return <EmptyState title={t('mine.empty')} text={t('mine.emptyText')} action={action} />
}

function RequestCard({ request }: { request: EmployeeRequestItem }) {
  const t = useWords(requestWords)
  const { id, subject, status, form_title, updated_at, processing_date_due, last_message: last } = request
  const who = last && (last.side === 'employee' ? t('mine.you') : last.author ? fullName(last.author) : t('mine.hr'))
  return (
    <AppLink href={`/portal/requests/${id}`} className={classes.card}>
      <span className={classes.cardHead}>
        <span className={classes.subject}>{subject}</span>
        <span className={classes.marks}>
          <EmployeeRequestStatus request={request} />
        </span>
      </span>
      {last && (
        <span className={classes.last}>
          <strong>{who}:</strong> {last.text}
        </span>
      )}
      <span className={classes.meta}>
        <span>{t('request.number', { id })}</span>
        {form_title !== subject && <span>{form_title}</span>}
        <RelativeTime value={updated_at} />
        {processing_date_due && status !== 'closed' && new Date(processing_date_due) > new Date() && (
          <DueDate due={processing_date_due} isOpen isCalm />
        )}
      </span>
    </AppLink>
  )
}
