import { deletionWords } from '#features/privacy/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import type { MyDeletion } from './deletion.api.ts'

const TONES: Record<MyDeletion['status'], Tone> = {
  evaluating: 'info',
  evaluated: 'info',
  confirmed: 'info',
  preparing: 'info',
  prepared: 'warning',
  processing: 'warning',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
}

export function StateBadge({ request: { status, outcome } }: { request: MyDeletion }) {
  const t = useWords(deletionWords)
  return <StatusBadge tone={TONES[status]}>{t(`state.${outcome === 'partial' ? 'partial' : status}`)}</StatusBadge>
}
