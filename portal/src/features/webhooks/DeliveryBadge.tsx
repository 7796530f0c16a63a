import { useWords } from '#kernel/language/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import type { Delivery } from './webhooks.api.ts'

const TONES: Record<Delivery['status'], Tone> = { pending: 'info', succeeded: 'good', failed: 'bad' }

/** What became of a delivery so far. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const t = useWords('webhooks')
  return <StatusBadge tone={TONES[status]}>{t(`deliveries.${status}`)}</StatusBadge>
}
