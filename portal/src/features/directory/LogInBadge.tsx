import { useWords } from '../../app/i18n.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import type { ListedPerson } from './directory.api.ts'

type Status = ListedPerson['status'] | 'deleted'
const TONES = { active: 'good', inactive: 'bad', no_account: 'neutral', deleted: 'bad' } as const satisfies Record<
  Status,
  Tone
>

/** The state of a log-in. */
export function LogInBadge({ status }: { status: Status }) {
  const t = useWords('directory')
  return <StatusBadge tone={TONES[status]}>{t(`people.status.${status}`)}</StatusBadge>
}
