import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { holdEndpoint } from '#modules/webhooks/endpoints/queries.ts'
import { webhookDisabled } from '#modules/webhooks/events.ts'
import { mailDisabled } from '#modules/webhooks/jobs.ts'
import { unsubscribe } from '#platform/events/subscriptions.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { presentSettings } from './present.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './queries.ts'

export type DisableReason = NonNullable<WebhookRow['disabled_reason']>

/** Switches a webhook off because of how its endpoint answers. What waits is kept until it is switched on again. */
export async function disableWebhook(work: Work, id: string, reason: DisableReason): Promise<boolean> {
  const before = await lockWebhook(work.tx, work.client, id)
  if (!before?.is_active) return false
  const row = { ...before, is_active: false, disabled_at: work.now, disabled_reason: reason, updated_at: work.now }
  await updateWebhook(work.tx, work.client, row)
  await holdEndpoint(work.tx, work.client, id)
  await unsubscribe(work.tx, work.client, id)
  emit(work, webhookDisabled, presentSettings(row))
  enqueue(work, mailDisabled, { client_id: work.client.id, webhook_id: id })
  return true
}
