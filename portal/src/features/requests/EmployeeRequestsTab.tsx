import { Button } from '@mantine/core'
import { IconMessageCircle2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { given } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { covers } from '#kernel/session/permissions.ts'
import { employeeQuery } from '#shared/people/employees.api.ts'
import { DueDate } from '#shared/requests/DueDate.tsx'
import { fetchRequests, type RequestItem } from '#shared/requests/manager-requests.ts'
import { RequestStatus } from '#shared/requests/RequestStatus.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { requestTabWords } from './words.ts'

/** The requests of an employee. */
export function EmployeeRequestsTab() {
  const t = useWords(requestTabWords)
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
                {t('requests.new')}
              </Button>
            )
          }
        />
      }
    />
  )
}

function useColumns(): Column<RequestItem>[] {
  const t = useWords(requestTabWords)
  return [
    { id: 'subject', header: t('requests.subject'), render: (row) => row.subject },
    { id: 'form', header: t('requests.form'), hideBelow: 'md', render: (row) => row.form.title },
    {
      id: 'status',
      header: t('requests.status'),
      width: '9rem',
      render: ({ status }) => <RequestStatus status={status} />,
    },
    {
      id: 'due',
      header: t('requests.due'),
      width: '12.5rem',
      hideBelow: 'lg',
      render: ({ processing_date_due, status }) => <DueDate due={processing_date_due} isOpen={status !== 'closed'} />,
    },
    {
      id: 'updated',
      header: t('requests.updated'),
      width: '9rem',
      render: (row) => <RelativeTime value={row.updated_at} />,
    },
  ]
}
