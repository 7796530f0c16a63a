import type { BulkAction } from '../../app/bulk/bulk.api.ts'
import { useWords } from '../../app/i18n.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'

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
