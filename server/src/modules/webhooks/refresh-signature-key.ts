import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import type { By } from './check-webhook.ts'
import { encryptKey } from './endpoint-key.ts'
import { replaceKey } from './endpoint-queries.ts'
import { webhookUpdated } from './events.ts'
import { controlledWebhook } from './get-webhook.ts'
import { presentSettings, presentWebhook } from './present.ts'
import type { Webhook } from './schemas.ts'
import { newSignatureKey } from './signature.ts'
import { updateWebhook } from './webhook-queries.ts'

/** Decisions 5.5. */
const PREVIOUS_KEY_MS = 24 * 3600 * 1000

/** Gives the webhook another key. For a day callbacks are signed with the one before as well. */
export async function refreshSignatureKey(work: Work, id: string, { keyring, permissions }: By): Promise<Webhook> {
  const before = await controlledWebhook(work, id, permissions)
  const sealed_key = encryptKey(keyring, work.client.id, id, newSignatureKey())
  const row = { ...before, sealed_key, updated_at: work.now }
  await replaceKey(work.tx, work.client, row.id, row.sealed_key, new Date(work.now.getTime() + PREVIOUS_KEY_MS))
  await updateWebhook(work.tx, work.client, row)
  emit(work, webhookUpdated, presentSettings(row))
  return presentWebhook(work.client, row, keyring)
}
