import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { webhookUpdated } from '#modules/webhooks/events.ts'
import type { ChangeContext } from '#modules/webhooks/subscriptions/check-webhook.ts'
import { getControllableWebhookForUpdate } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { presentSettings, presentWebhook } from '#modules/webhooks/subscriptions/present.ts'
import { updateWebhook } from '#modules/webhooks/subscriptions/queries.ts'
import type { Webhook } from '#modules/webhooks/subscriptions/schemas.ts'
import { encryptKey } from './endpoint-key.ts'
import { replaceKey } from './queries.ts'
import { newSignatureKey } from './signature.ts'

/** Decisions 5.5. */
const PREVIOUS_KEY_MS = 24 * 3600 * 1000

/** Gives the webhook another key. For a day callbacks are signed with the one before as well. */
export async function refreshSignatureKey(
  work: Work,
  id: string,
  { keyring, permissions }: ChangeContext,
): Promise<Webhook> {
  const before = await getControllableWebhookForUpdate(work, id, permissions)
  const sealed_key = encryptKey(keyring, work.client.id, id, newSignatureKey())
  const row = { ...before, sealed_key, updated_at: work.now }
  await replaceKey(work.tx, work.client, {
    id: row.id,
    sealedKey: row.sealed_key,
    previousUntil: new Date(work.now.getTime() + PREVIOUS_KEY_MS),
  })
  await updateWebhook(work.tx, work.client, row)
  emit(work, webhookUpdated, presentSettings(row))
  return presentWebhook(work.client, row, keyring)
}
