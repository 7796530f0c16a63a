import { Button, Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { recoverWebhook, recoveryQuery, type Webhook, webhookKeys } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

const HOURS = { hour: 1, day: 24, week: 168, month: 720 } as const
type Span = keyof typeof HOURS
const SPANS = Object.keys(HOURS) as Span[]

/** Sends everything again that failed in some time, and tells how far that is. */
export function RecoverSection({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [span, setSpan] = useState<Span>('day')
  const recover = useMutation({
    mutationFn: () => recoverWebhook(webhook.id, new Date(Date.now() - HOURS[span] * 3_600_000).toISOString()),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookKeys.one(webhook.id) }),
  })
  return (
    <Section title={t('recover.title')} description={t('recover.text')}>
      <Group align="end">
        <Select
          label={t('recover.since')}
          data={SPANS.map((value) => ({ value, label: t(`recover.${value}`) }))}
          value={span}
          onChange={(value) => setSpan((value as Span | null) ?? 'day')}
          allowDeselect={false}
        />
        <Button
          variant="default"
          loading={recover.isPending}
          disabled={!webhook.is_active}
          onClick={() => recover.mutate()}
        >
          {t('recover.start')}
        </Button>
      </Group>
      {recover.data && <Progress webhookId={webhook.id} recoveryId={recover.data.id} />}
    </Section>
  )
}

function Progress({ webhookId, recoveryId }: { webhookId: string; recoveryId: string }) {
  const t = useWords(webhookWords)
  const { data } = useQuery(recoveryQuery(webhookId, recoveryId))
  if (!data) return null
  const finished = data.recovered === 0 ? t('recover.nothing') : t('recover.finished', { count: data.recovered })
  return (
    <Text mt="sm" size="sm" role="status">
      {data.status === 'finished' ? finished : t('recover.running', { count: data.recovered })}
    </Text>
  )
}
