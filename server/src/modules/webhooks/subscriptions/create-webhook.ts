import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { encryptKey } from '#modules/webhooks/endpoints/endpoint-key.ts'
import { insertEndpoint } from '#modules/webhooks/endpoints/queries.ts'
import { newSignatureKey } from '#modules/webhooks/endpoints/signature.ts'
import { webhookCreated } from '#modules/webhooks/events.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { subscribe } from '#platform/events/subscriptions.ts'
import { conflict } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type ChangeContext, checkInput, toSettings } from './check-webhook.ts'
import { patternsOf } from './event-patterns.ts'
import { presentSettings, presentWebhook } from './present.ts'
import { countWebhooks, insertWebhook, type WebhookRow } from './queries.ts'
import type { Webhook, WebhookInput } from './schemas.ts'
import { ownerOf, readerIn } from './webhook-owner.ts'

/** Fan-out compares each event with every webhook of its client, hence a limit. */
export const MAX_WEBHOOKS = 500

export async function createWebhook(
  work: Work,
  input: WebhookInput,
  { keyring, permissions }: ChangeContext,
): Promise<Webhook> {
  const reader = readerIn(work, permissions)
  checkInput(input, reader)
  await takeLock(work.tx, `webhooks ${work.client.id}`)
  if ((await countWebhooks(work.tx, work.client)) >= MAX_WEBHOOKS) {
    throw conflict('too_many_webhooks', `A client can have at most ${MAX_WEBHOOKS} webhooks.`)
  }
  const newId = uuidv7(work.now, work.nextPosition)
  const row: WebhookRow = {
    id: newId,
    ...toSettings(input),
    ...ownerOf(reader),
    disabled_at: null,
    disabled_reason: null,
    created_at: work.now,
    updated_at: work.now,
    sealed_key: encryptKey(keyring, work.client.id, newId, newSignatureKey()),
    sealed_previous_key: null,
    previous_key_until: null,
  }
  const { id, callback_url, sealed_key, is_active, created_at } = row
  await insertEndpoint(work.tx, work.client, { id, url: callback_url, sealed_key, is_held: !is_active, created_at })
  await insertWebhook(work.tx, work.client, row)
  if (is_active) await subscribe(work.tx, work.client, id, patternsOf(row.events))
  emit(work, webhookCreated, presentSettings(row))
  return presentWebhook(work.client, row, keyring)
}
