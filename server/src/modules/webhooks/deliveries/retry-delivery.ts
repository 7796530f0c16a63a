import type { Work } from '#kernel/work.ts'
import { getControllableWebhookForUpdate, refuseInactive } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { mayReadDelivery, readerIn } from '#modules/webhooks/subscriptions/webhook-owner.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findDelivery, makeDeliveryDue } from './queries.ts'

/** Sends a delivery again without waiting, whether it failed, still waits, or has succeeded. */
export async function retryDelivery(
  work: Work,
  webhookId: string,
  id: string,
  permissions: readonly string[],
): Promise<void> {
  const webhook = await getControllableWebhookForUpdate(work, webhookId, permissions)
  const reader = readerIn(work, permissions)
  const delivery = isUuid(id)
    ? await findDelivery(work.tx, work.client, { reader, webhookId: webhook.id, id })
    : undefined
  if (!delivery || !mayReadDelivery(reader, delivery.event_type)) throw notFound('delivery', id)
  refuseInactive(webhook)
  await makeDeliveryDue(work.tx, work.client, { webhookId: webhook.id, id: delivery.id, now: work.now })
  work.hasOutboxEvents = true
}
