import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { isAnswered, type Status } from './explanation.ts'
import { requestStatusWords } from './words.ts'

const TONES: Record<Status, Tone> = { created: 'info', open: 'info', pending: 'warning', closed: 'neutral' }

/** Where a request stands: the same word on every page, for both sides. */
export function RequestStatus({ status, custom_state }: { status: Status; custom_state?: string }) {
  const t = useWords(requestStatusWords)
  return (
    <StatusBadge tone={TONES[status]}>
      {t(`status.${status}`)}
      {custom_state ? ` · ${custom_state}` : ''}
    </StatusBadge>
  )
}

type Listed = { status: Status; custom_state: string; last_message: Parameters<typeof isAnswered>[0] }

/** The same in an employee's lists: an open request that HR has answered says so. */
export function EmployeeRequestStatus({ request: { status, custom_state, last_message } }: { request: Listed }) {
  const t = useWords(requestStatusWords)
  return (
    <>
      {status !== 'closed' && isAnswered(last_message) && <StatusBadge tone="good">{t('replied')}</StatusBadge>}
      <RequestStatus status={status} custom_state={custom_state} />
    </>
  )
}
