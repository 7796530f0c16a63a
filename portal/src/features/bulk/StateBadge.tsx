import type { BulkAction } from '#shared/bulk/bulk.api.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'

const TONES = {
  waiting: 'neutral',
  running: 'info',
  finished: 'good',
  stopped: 'warning',
} as const satisfies Record<BulkAction['state'], Tone>

export function StateBadge({ state }: { state: BulkAction['state'] }) {
  const t = useWords(bulkWords)
  return <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
}
