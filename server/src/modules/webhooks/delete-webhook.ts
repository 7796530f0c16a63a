import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { forgetSubscriber } from '#platform/events/subscriptions.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { holdEndpoint } from './endpoint-queries.ts'
import { webhookDeleted } from './events.ts'
import { controlledWebhook } from './get-webhook.ts'
import { purgeEndpoint } from './jobs.ts'
import { presentSettings } from './present.ts'
import { removeWebhook } from './webhook-queries.ts'

/** A worker that is handing out at this moment may still make deliveries for it. */
const PURGE_AFTER_MS = 60_000

/** Deletes a webhook at once; its deliveries are removed in the background. */
export async function deleteWebhook(work: Work, id: string, permissions: readonly string[]): Promise<void> {
  const row = await controlledWebhook(work, id, permissions)
  await removeWebhook(work.tx, work.client, row.id)
  await holdEndpoint(work.tx, work.client, row.id)
  await forgetSubscriber(work.tx, work.client, row.id)
  emit(work, webhookDeleted, presentSettings(row))
  const later = new Date(work.now.getTime() + PURGE_AFTER_MS)
  enqueue(work, purgeEndpoint, { client_id: work.client.id, endpoint_id: row.id }, later)
}
