import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { RecoverSection } from './RecoverSection.tsx'
import { useMayChange } from './use-may-change.ts'
import { WebhookLimits } from './WebhookLimits.tsx'
import { healthQuery, type Webhook } from './webhooks.api.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './words.ts'

/** How a webhook does, what it is, and sending again what failed. */
export function WebhookOverview({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const format = useFormat()
  const mayChange = useMayChange(webhook)
  const { callback_url, events, owner, owner_email, created_at, updated_at, signature_key } = webhook
  return (
    <Stack>
      <WebhookLimits webhook={webhook} />
      <Health webhook={webhook} />
      <Section title={t('webhook.settings')}>
        <DefinitionList
          items={[
            { label: t('all.address'), value: <span className={classes.address}>{callback_url}</span> },
            { label: t('all.events'), value: events.includes('*') ? t('all.every') : events.join(', ') },
            { label: t('limits.owner'), value: t(`limits.${owner.type}`, { id: owner.id ?? '' }) },
            { label: t('webhook.owner'), value: owner_email ?? t('webhook.owners') },
            { label: t('webhook.created'), value: format.dateTime(created_at) },
            { label: t('all.updated'), value: <RelativeTime value={updated_at} /> },
          ]}
        />
        {mayChange && signature_key !== null && <SignatureKey value={signature_key} />}
      </Section>
      {mayChange && <RecoverSection webhook={webhook} />}
    </Stack>
  )
}

function Health({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const format = useFormat()
  const { data: health, error, refetch } = useQuery(healthQuery(webhook.id))
  const moment = (value: string | null) => (value === null ? null : <RelativeTime value={value} />)
  return (
    <Section title={t('webhook.health')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !health && <LoadingState lines={3} />}
      {webhook.disabled_reason && (
        <Alert color="yellow" mb="md">
          {t(webhook.disabled_reason === 'gone' ? 'health.gone' : 'health.failingLong')}
        </Alert>
      )}
      {health && (
        <DefinitionList
          items={[
            { label: t('health.waiting'), value: format.number(health.waiting) },
            { label: t('health.oldest'), value: moment(health.oldest_waiting_at) },
            { label: t('health.failures'), value: format.number(health.failures_in_row) },
            { label: t('health.since'), value: moment(health.failing_since) },
            { label: t('health.pausedUntil'), value: moment(health.paused_until) },
          ]}
        />
      )}
    </Section>
  )
}

/** Hidden until it is asked for, in case others see the screen. */
function SignatureKey({ value }: { value: string }) {
  const t = useWords(webhookWords)
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <CopyField label={t('key.label')} value={value} />
  return (
    <Button variant="default" mt="md" onClick={() => setIsShown(true)}>
      {t('key.reveal')}
    </Button>
  )
}
