import { datasetWords } from '#features/datasets/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'

const TONES: Record<string, Tone> = {
  queued: 'neutral',
  in_progress: 'info',
  success: 'good',
  partial_success: 'warning',
  error: 'bad',
}
const STATES = ['queued', 'in_progress', 'success', 'partial_success', 'error'] as const
type State = (typeof STATES)[number]

type ImportBadgeProps = { status: string | null; result: string | null }

/** How far an import is, or how it ended. */
export function ImportBadge({ status, result }: ImportBadgeProps) {
  const t = useWords(datasetWords)
  const state = STATES.find((one): one is State => one === (result ?? status))
  if (!state) return <span>{t('state.never')}</span>
  return <StatusBadge tone={TONES[state] ?? 'neutral'}>{t(`state.${state}`)}</StatusBadge>
}
