import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import type { Delivery } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

const TONES: Record<Delivery['status'], Tone> = { pending: 'info', succeeded: 'good', failed: 'bad' }

/** What became of a delivery so far. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const t = useWords(webhookWords)
  return <StatusBadge tone={TONES[status]}>{t(`deliveries.${status}`)}</StatusBadge>
}
