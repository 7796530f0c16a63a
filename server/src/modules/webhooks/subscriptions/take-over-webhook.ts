import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { webhookUpdated } from '#modules/webhooks/events.ts'
import type { ChangeContext } from './check-webhook.ts'
import { getControllableWebhookForUpdate } from './get-webhook.ts'
import { presentSettings, presentWebhook } from './present.ts'
import { updateOwner, updateWebhook } from './queries.ts'
import type { Webhook } from './schemas.ts'
import { ownerOf, readerIn } from './webhook-owner.ts'

/** Makes the caller the owner, so that the webhook goes on when the one before has lost permissions, or is gone. */
export async function takeOverWebhook(
  work: Work,
  id: string,
  { keyring, permissions }: ChangeContext,
): Promise<Webhook> {
  const before = await getControllableWebhookForUpdate(work, id, permissions)
  const owned = { ...before, ...ownerOf(readerIn(work, permissions)) }
  const isOwnAlready = isDeepStrictEqual(presentSettings(owned), presentSettings(before))
  if (isOwnAlready) return presentWebhook(work.client, before, keyring)
  const row = { ...owned, updated_at: work.now }
  await updateOwner(work.tx, work.client, row)
  await updateWebhook(work.tx, work.client, row)
  emit(work, webhookUpdated, presentSettings(row))
  return presentWebhook(work.client, row, keyring)
}
