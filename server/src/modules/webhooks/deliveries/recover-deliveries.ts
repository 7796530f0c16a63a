import type { Work } from '#kernel/work.ts'
import { recoverFailed } from '#modules/webhooks/jobs.ts'
import { getControllableWebhookForUpdate, refuseInactive } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { presentRecovery } from '#modules/webhooks/subscriptions/present.ts'
import type { Recovery } from '#modules/webhooks/subscriptions/schemas.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertRecovery } from './recovery-queries.ts'

/** Orders that all deliveries which failed since then are sent again; a job sees to it. */
export async function recoverDeliveries(
  work: Work,
  webhookId: string,
  since: Date,
  permissions: readonly string[],
): Promise<Recovery> {
  const webhook = await getControllableWebhookForUpdate(work, webhookId, permissions)
  refuseInactive(webhook)
  const recovery = await insertRecovery(work.tx, work.client, {
    id: uuidv7(work.now, work.nextPosition),
    webhook_id: webhook.id,
    since,
    created_at: work.now,
  })
  enqueue(work, recoverFailed, { client_id: work.client.id, recovery_id: recovery.id })
  return presentRecovery(recovery)
}
