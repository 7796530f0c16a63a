import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useMayChange } from './use-may-change.ts'
import { takeOverWebhook, type Webhook, webhookKeys } from './webhooks.api.ts'
import { webhookWords } from './words.ts'

/** The events that a webhook does not receive because its owner may not read them, and why a manager can only view it. */
export function WebhookLimits({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const mayWrite = mayAdmin(useSession(), 'webhooks:write')
  const mayChange = useMayChange(webhook)
  const { withheld_events } = webhook
  return (
    <>
      {withheld_events.length > 0 && (
        <Alert color="yellow" title={t('limits.withheld')}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{t('limits.withheldText', { events: withheld_events.join(', ') })}</Text>
            {mayChange && <TakeOver webhook={webhook} />}
          </Stack>
        </Alert>
      )}
      {mayWrite && !mayChange && <Alert color="blue">{t('limits.onlyLook')}</Alert>}
    </>
  )
}

function TakeOver({ webhook }: { webhook: Webhook }) {
  const t = useWords(webhookWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const takeOver = async () => {
    try {
      await takeOverWebhook(webhook.id)
      await queryClient.invalidateQueries({ queryKey: webhookKeys.all })
      notify.success(t('limits.takenOver'))
    } catch (error) {
      notify.failure(error)
    }
  }
  return (
    <Button variant="default" onClick={takeOver}>
      {t('limits.takeOver')}
    </Button>
  )
}
