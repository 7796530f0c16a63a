import { useQuery } from '@tanstack/react-query'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { healthQuery, type WebhookHealth } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

const TONES: Record<WebhookHealth['state'], Tone> = {
  ok: 'good',
  failing: 'bad',
  paused: 'bad',
  inactive: 'neutral',
  disabled: 'warning',
}

/** How a webhook does, in words and colour. */
export function HealthBadge({ id }: { id: string }) {
  const t = useWords(webhookWords)
  const { data, isError } = useQuery(healthQuery(id))
  if (isError) return <StatusBadge>{t('health.unknown')}</StatusBadge>
  return data ? <StatusBadge tone={TONES[data.state]}>{t(`health.${data.state}`)}</StatusBadge> : null
}
