import { Text } from '@mantine/core'
import type { ListedPerson } from '#features/directory/directory.api.ts'
import { directoryWords } from '#features/directory/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'

type Status = ListedPerson['status'] | 'deleted'
const TONES = {
  not_invited: 'neutral',
  invited: 'info',
  active: 'good',
  switched_off: 'bad',
  deleted: 'bad',
} as const satisfies Record<Status, Tone>

/** The state of a log-in, and the date of a pending invitation. */
export function LogInBadge({ person }: { person: Pick<ListedPerson, 'status' | 'invited_at' | 'deleted'> }) {
  const t = useWords(directoryWords)
  const status = person.deleted ? 'deleted' : person.status
  return (
    <>
      <StatusBadge tone={TONES[status]}>{t(`people.status.${status}`)}</StatusBadge>
      {status === 'invited' && person.invited_at !== null && (
        <Text component="span" size="xs" c="dimmed" display="block">
          <RelativeTime value={person.invited_at} />
        </Text>
      )}
    </>
  )
}
