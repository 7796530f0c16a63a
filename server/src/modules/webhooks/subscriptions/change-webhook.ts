import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { updateEndpoint } from '#modules/webhooks/endpoints/queries.ts'
import { webhookUpdated } from '#modules/webhooks/events.ts'
import { subscribe, unsubscribe } from '#platform/events/subscriptions.ts'
import { type ChangeContext, checkInput, type StoredSettings, toSettings } from './check-webhook.ts'
import { patternsOf } from './event-patterns.ts'
import { getControllableWebhookForUpdate } from './get-webhook.ts'
import { presentSettings, presentWebhook } from './present.ts'
import { updateWebhook, type WebhookRow } from './queries.ts'
import type { Webhook, WebhookInput } from './schemas.ts'
import { readerIn, refuseForeign } from './webhook-owner.ts'

/** Replaces all that a caller says of a webhook. */
export async function putWebhook(work: Work, id: string, input: WebhookInput, by: ChangeContext): Promise<Webhook> {
  const before = await getControllableWebhookForUpdate(work, id, by.permissions)
  checkInput(input, readerIn(work, by.permissions))
  return change(work, before, toSettings(input), by)
}

/** Changes what is given and keeps the rest. */
export async function patchWebhook(
  work: Work,
  id: string,
  input: Partial<WebhookInput>,
  by: ChangeContext,
): Promise<Webhook> {
  const before = await getControllableWebhookForUpdate(work, id, by.permissions)
  checkInput(input, readerIn(work, by.permissions))
  return change(work, before, toSettings({ ...before, ...input }), by)
}

async function change(
  work: Work,
  before: WebhookRow,
  settings: StoredSettings,
  { keyring, permissions }: ChangeContext,
): Promise<Webhook> {
  const { tx, client } = work
  const same = { ...before, ...settings }
  refuseForeign(same, readerIn(work, permissions))
  if (isDeepStrictEqual({ ...before }, same)) return presentWebhook(work.client, before, keyring)
  const isSwitchedOn = settings.is_active && !before.is_active
  const row = {
    ...same,
    ...(isSwitchedOn ? { disabled_at: null, disabled_reason: null } : {}),
    updated_at: work.now,
  }
  const { id, callback_url, is_active } = row
  await updateWebhook(tx, client, row)
  await updateEndpoint(tx, client, { id, url: callback_url, is_held: !is_active })
  if (is_active) await subscribe(tx, client, id, patternsOf(row.events))
  else await unsubscribe(tx, client, id)
  emit(work, webhookUpdated, presentSettings(row))
  return presentWebhook(work.client, row, keyring)
}
