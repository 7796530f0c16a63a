import { useWords } from '#kernel/language/words.ts'
import type { BulkAction } from '#shared/bulk/bulk.api.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'

const TONES = {
  waiting: 'neutral',
  running: 'info',
  finished: 'good',
  stopped: 'warning',
} as const satisfies Record<BulkAction['state'], Tone>

export function StateBadge({ state }: { state: BulkAction['state'] }) {
  const t = useWords('bulk')
  return <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
}
