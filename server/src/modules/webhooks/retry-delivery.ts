import type { Work } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findDelivery, makeDeliveryDue } from './delivery-queries.ts'
import { lockedWebhook, refuseInactive } from './get-webhook.ts'

/** Sends a delivery again without waiting, whether it failed, still waits, or has succeeded. */
export async function retryDelivery(work: Work, webhookId: string, id: string): Promise<void> {
  const webhook = await lockedWebhook(work, webhookId)
  const delivery = isUuid(id) ? await findDelivery(work.tx, work.client, webhook.id, id) : undefined
  if (!delivery) throw notFound('delivery', id)
  refuseInactive(webhook)
  await makeDeliveryDue(work.tx, work.client, webhook.id, delivery.id, work.now)
  work.hasNews = true
}
