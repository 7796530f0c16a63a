import { IconEyeOff } from '@tabler/icons-react'
import { fullName } from '#kernel/session/session.ts'
import { DueDate } from '#shared/requests/DueDate.tsx'
import { RequestStatus } from '#shared/requests/RequestStatus.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import classes from './manager.module.css'
import type { ManagerRequestItem } from './manager-requests.api.ts'
import { managerRequestWords, requestWords } from './words.ts'

/** What a list of requests shows of each. */
export function useManagerColumns(): Column<ManagerRequestItem>[] {
  const t = useWords(managerRequestWords)
  return [
    { id: 'request', header: t('list.request'), render: (row) => <Subject request={row} /> },
    {
      id: 'employee',
      header: t('list.employee'),
      render: ({ employee }) => (employee ? fullName(employee) : t('list.noEmployee')),
    },
    {
      id: 'status',
      header: t('list.status'),
      width: '9rem',
      render: ({ status, custom_state }) => (
        <span className={classes.subject}>
          <RequestStatus status={status} />
          {custom_state && <span className={classes.under}>{custom_state}</span>}
        </span>
      ),
    },
    {
      id: 'due',
      header: t('list.due'),
      render: ({ processing_date_due, status }) => <DueDate due={processing_date_due} isOpen={status !== 'closed'} />,
    },
    {
      id: 'assignees',
      header: t('list.assignees'),
      render: ({ managers_assigned: [first, ...others] }) =>
        first ? `${fullName(first)}${others.length > 0 ? ` +${others.length}` : ''}` : t('list.nobody'),
    },
    {
      id: 'changed',
      header: t('list.changed'),
      width: '9rem',
      hideBelow: 'xl',
      render: ({ updated_at }) => <RelativeTime value={updated_at} />,
    },
  ]
}

function Subject({ request }: { request: ManagerRequestItem }) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const { id, subject, form, priority, visible_to_employee } = request
  return (
    <span className={classes.subject}>
      <span>
        {subject}{' '}
        {priority !== 'NORMAL' && (
          <StatusBadge tone={priority === 'URGENT' ? 'bad' : 'neutral'}>{shared(`priority.${priority}`)}</StatusBadge>
        )}
      </span>
      <span className={classes.under}>
        #{id}
        {form.title !== subject && ` · ${form.title}`}
        {!visible_to_employee && <IconEyeOff size={14} role="img" aria-label={t('list.notVisible')} />}
      </span>
    </span>
  )
}
