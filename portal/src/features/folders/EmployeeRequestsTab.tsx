import { Button } from '@mantine/core'
import { IconMessageCircle2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { given } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { useCursorList } from '../../ui/cursor-list.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFormat } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { covers, employeeQuery } from './folders.api.ts'
import { fetchRequests, type RequestItem } from './others.api.ts'

const TONES: Record<RequestItem['status'], Tone> = {
  created: 'info',
  open: 'info',
  pending: 'warning',
  closed: 'neutral',
}

/** The requests of an employee. */
export function EmployeeRequestsTab() {
  const t = useWords('folders')
  const id = usePathParam('id')
  const employee = useQuery(employeeQuery(id)).data
  const list = useCursorList(['folders', 'requests', id], ({ cursor, signal }) =>
    fetchRequests(given({ employee: id, per_page: 50, cursor }), signal),
  )
  const isWriter = employee !== undefined && covers(employee.permissions, 'requests:write')
  return (
    <DataTable
      label={t('requests.title')}
      list={list}
      columns={useColumns()}
      rowId={(row) => row.id}
      rowHref={(row) => `/portal/manager/requests/${row.id}`}
      empty={
        <EmptyState
          icon={IconMessageCircle2}
          title={t('requests.none')}
          text={t('requests.noneText')}
          action={
            isWriter && (
              <Button component={AppLink} href={`/portal/manager/requests/new?employee=${encodeURIComponent(id)}`}>
                {t('employee.newRequest')}
              </Button>
            )
          }
        />
      }
    />
  )
}

function useColumns(): Column<RequestItem>[] {
  const t = useWords('folders')
  const format = useFormat()
  return [
    { id: 'subject', header: t('requests.subject'), render: (row) => row.subject },
    { id: 'form', header: t('requests.form'), hideBelow: 'md', render: (row) => row.form.title },
    { id: 'status', header: t('requests.status'), width: '9rem', render: (row) => <RequestStatus request={row} /> },
    {
      ...{ id: 'due', header: t('requests.due'), width: '9rem', hideBelow: 'lg' },
      render: (row) => (row.processing_date_due ? format.date(row.processing_date_due) : '–'),
    },
    {
      ...{ id: 'updated', header: t('requests.updated'), width: '9rem' },
      render: (row) => <RelativeTime value={row.updated_at} />,
    },
  ]
}

export function RequestStatus({ request: { status, is_overdue } }: { request: RequestItem }) {
  const t = useWords('folders')
  if (is_overdue) return <StatusBadge tone="bad">{t('requests.overdue')}</StatusBadge>
  return <StatusBadge tone={TONES[status]}>{t(`requests.states.${status}`)}</StatusBadge>
}
