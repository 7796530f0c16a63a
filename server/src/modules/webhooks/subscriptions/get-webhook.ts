import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findWebhook, lockWebhook, type WebhookRow } from './queries.ts'
import { readerIn, refuseForeign } from './webhook-owner.ts'

export async function getWebhook(db: Db, client: Client, id: string): Promise<WebhookRow> {
  const row = isUuid(id) ? await findWebhook(db, client, id) : undefined
  if (!row) throw notFound('webhook', id)
  return row
}

/** Like getWebhook, and locks it until the work ends. */
async function getWebhookForUpdate(work: Work, id: string): Promise<WebhookRow> {
  const row = isUuid(id) ? await lockWebhook(work.tx, work.client, id) : undefined
  if (!row) throw notFound('webhook', id)
  return row
}

/** Like lockedWebhook; refuses callers who may not change it. */
export async function getControllableWebhookForUpdate(
  work: Work,
  id: string,
  permissions: readonly string[],
): Promise<WebhookRow> {
  const row = await getWebhookForUpdate(work, id)
  refuseForeign(row, readerIn(work, permissions))
  return row
}

/** What is asked to be sent again must be able to go. */
export function refuseInactive({ id, is_active }: WebhookRow): void {
  if (!is_active) throw conflict('webhook_inactive', `The webhook ${id} is disabled; enable it first.`)
}
