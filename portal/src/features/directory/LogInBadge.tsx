import { useWords } from '../../app/i18n.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import type { ListedPerson } from './directory.api.ts'

const TONES = { active: 'good', inactive: 'bad', no_account: 'neutral' } as const satisfies Record<
  ListedPerson['status'],
  Tone
>

/** The state of a log-in. */
export function LogInBadge({ status }: { status: ListedPerson['status'] }) {
  const t = useWords('directory')
  return <StatusBadge tone={TONES[status]}>{t(`people.status.${status}`)}</StatusBadge>
}
