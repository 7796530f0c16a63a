import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { CodeBlock } from '#ui/text/CodeBlock.tsx'
import { uiWords } from '#ui/words.ts'
import { DeliveryBadge } from './DeliveryBadge.tsx'
import { useMayChange } from './use-may-change.ts'
import { deliveryQuery, resendDelivery, type Webhook, webhookKeys } from './webhooks.api.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './words.ts'

type DeliveryDrawerProps = { webhook: Webhook; deliveryId: string | undefined; onClose: () => void }

/** One delivery: what is sent, every attempt with its answer, and sending it again. */
export function DeliveryDrawer({ webhook, deliveryId, onClose }: DeliveryDrawerProps) {
  const t = useWords(webhookWords)
  const close = useWords(uiWords)('close')
  return (
    <Drawer
      opened={deliveryId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('delivery.title')}
      closeButtonProps={{ 'aria-label': close }}
    >
      {deliveryId && <DeliveryDetail webhook={webhook} deliveryId={deliveryId} />}
    </Drawer>
  )
}

function DeliveryDetail({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
  const t = useWords(webhookWords)
  const format = useFormat()
  const { data, error, refetch } = useQuery(deliveryQuery(webhook.id, deliveryId))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState lines={8} />
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{data.event_type}</Text>
          <DeliveryBadge status={data.status} />
        </Group>
        <Resend webhook={webhook} deliveryId={deliveryId} />
      </Group>
      {data.next_attempt_at && (
        <Text size="sm" c="dimmed">
          {`${t('delivery.next')} ${format.dateTime(data.next_attempt_at)}`}
        </Text>
      )}
      <div>
        <Title order={3} size="h5" mb="xs">
          {t('delivery.attempts')}
        </Title>
        {data.attempts.length === 0 && <Text size="sm">{t('delivery.noAttempt')}</Text>}
        {data.attempts.toReversed().map((attempt, index) => (
          <AttemptLine key={attempt.attempted_at} number={data.attempts_count - index} attempt={attempt} />
        ))}
      </div>
      <div>
        <Title order={3} size="h5" mb="xs">
          {t('delivery.request')}
        </Title>
        <CodeBlock label={t('delivery.request')} code={JSON.stringify(data.body, null, 2)} />
      </div>
      <AppLink href={`/portal/admin/events?event=${data.event_id}`}>{t('delivery.eventLink')}</AppLink>
    </Stack>
  )
}

type Attempt = {
  attempted_at: string
  outcome: string
  status_code: number | null
  duration_ms: number
  response_body: string | null
}

function AttemptLine({ number, attempt }: { number: number; attempt: Attempt }) {
  const t = useWords(webhookWords)
  const format = useFormat()
  const outcome = t(`delivery.outcome.${attempt.outcome}` as 'delivery.outcome.answered', {
    code: attempt.status_code ?? '',
  })
  const isGood = attempt.status_code !== null && attempt.status_code < 300
  return (
    <div className={classes.attempt}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">{t('delivery.attempt', { number })}</Text>
          <StatusBadge tone={isGood ? 'good' : 'bad'}>{outcome}</StatusBadge>
        </Group>
        <Text size="sm" c="dimmed">
          {`${format.dateTime(attempt.attempted_at)} · ${t('delivery.duration', { ms: format.number(attempt.duration_ms) })}`}
        </Text>
      </Group>
      {attempt.response_body && <CodeBlock label={t('delivery.body', { number })} code={attempt.response_body} />}
    </div>
  )
}

function Resend({ webhook, deliveryId }: { webhook: Webhook; deliveryId: string }) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const resend = useMutation({
    mutationFn: () => resendDelivery(webhook.id, deliveryId),
    onSuccess: () => notify.success(t('delivery.resent')),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...webhookKeys.one(webhook.id), 'deliveries'] }),
  })
  if (!useMayChange(webhook)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {t('delivery.resend')}
    </Button>
  )
}
