import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { mayReadEvents } from '#modules/auth/index.ts'
import { insertDueDelivery } from '#modules/webhooks/deliveries/queries.ts'
import { callbackBody } from '#modules/webhooks/dispatch/callback.ts'
import { decryptKey, encryptKey } from '#modules/webhooks/endpoints/endpoint-key.ts'
import { holdEndpoint, insertLastEndpoint } from '#modules/webhooks/endpoints/queries.ts'
import { webhookDeleted } from '#modules/webhooks/events.ts'
import { purgeEndpoint } from '#modules/webhooks/jobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { PendingEvent } from '#platform/db/work.ts'
import { forgetSubscriber } from '#platform/events/subscriptions.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ChangeContext } from './check-webhook.ts'
import { patternsOf } from './event-patterns.ts'
import { getControllableWebhookForUpdate } from './get-webhook.ts'
import { presentSettings } from './present.ts'
import { removeWebhook, type WebhookRow } from './queries.ts'

/** A worker that is handing out at this moment may still make deliveries for it. */
const PURGE_AFTER_MS = 60_000

/**
 * Deletes a webhook at once; its deliveries are removed in the background. A webhook that hears of webhooks gets a last
 * callback, the one about its own deletion.
 */
export async function deleteWebhook(work: Work, id: string, { keyring, permissions }: ChangeContext): Promise<void> {
  const row = await getControllableWebhookForUpdate(work, id, permissions)
  await removeWebhook(work.tx, work.client, row.id)
  await holdEndpoint(work.tx, work.client, row.id)
  await forgetSubscriber(work.tx, work.client, row.id)
  const event = emit(work, webhookDeleted, presentSettings(row))
  if (hearsOfItself(row)) await tellLast(work, row, event, keyring)
  const later = new Date(work.now.getTime() + PURGE_AFTER_MS)
  enqueue(work, purgeEndpoint, { client_id: work.client.id, endpoint_id: row.id }, later)
}

const NAMES = ['*', 'webhook.*', webhookDeleted.name]

function hearsOfItself({
  is_active,
  events,
  owner_type,
  owner_id,
  owner_permissions: permissions,
}: WebhookRow): boolean {
  const owner = { actor: { type: owner_type, id: owner_id, name: null }, permissions }
  return is_active && patternsOf(events).some((one) => NAMES.includes(one)) && mayReadEvents(owner, webhookDeleted.name)
}

/** Spec 470. It uses a separate endpoint, because that of the deleted webhook sends nothing any more. */
async function tellLast(work: Work, row: WebhookRow, event: PendingEvent, keyring: Keyring): Promise<void> {
  const { tx, client, actor, now } = work
  const endpointId = uuidv7(now, work.nextPosition)
  work.nextPosition += 1
  const key = decryptKey(keyring, client.id, row.id, row.sealed_key)
  const sealed_key = encryptKey(keyring, client.id, endpointId, key)
  await insertLastEndpoint(tx, client, { id: endpointId, url: row.callback_url, sealed_key, created_at: now })
  const { id, type, data, createdAt } = event
  const body = callbackBody({ id, type, created_at: createdAt, actor, data }, row.id)
  await insertDueDelivery(tx, client, { endpointId, id, eventType: type, body, createdAt: now })
}
