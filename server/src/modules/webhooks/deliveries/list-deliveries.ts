import { isEventName } from '#kernel/events/catalogue.ts'
import type { Client } from '#kernel/work.ts'
import { type EventReader, readableTypes, refuseUnreadable } from '#modules/auth/index.ts'
import { storedBody } from '#modules/webhooks/dispatch/callback.ts'
import { getWebhook } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { presentDelivery } from '#modules/webhooks/subscriptions/present.ts'
import type { Delivery, DeliveryWithAttempts, ListDeliveriesQuery } from '#modules/webhooks/subscriptions/schemas.ts'
import { mayReadDelivery, TEST_EVENT } from '#modules/webhooks/subscriptions/webhook-owner.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findDelivery, listDeliveries as listRows } from './queries.ts'

/** Newest event first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }

/** Only of events that the reader may read. */
export async function listDeliveries(
  db: Db,
  client: Client,
  { reader, webhookId, query }: { reader: EventReader; webhookId: string; query: ListDeliveriesQuery },
  page: PageRequest,
): Promise<KeysetPage<Delivery>> {
  const { id } = await getWebhook(db, client, webhookId)
  const { event_type } = query
  if (isEventName(event_type)) refuseUnreadable(reader, [event_type])
  const types = readableTypes(reader)
  const readable = types && [...types, TEST_EVENT]
  const filters = { ...query, webhookId: id, reader, readable }
  return orderedPage(ORDER, page, (request) => listRows(db, client, filters, request), presentDelivery)
}

type SoughtDelivery = { reader: EventReader; webhookId: string; id: string }

export async function getDelivery(
  db: Db,
  client: Client,
  { reader, webhookId, id }: SoughtDelivery,
): Promise<DeliveryWithAttempts> {
  const webhook = await getWebhook(db, client, webhookId)
  const row = isUuid(id) ? await findDelivery(db, client, { reader, webhookId: webhook.id, id }) : undefined
  if (!row || !mayReadDelivery(reader, row.event_type)) throw notFound('delivery', id)
  const body = JSON.parse(storedBody(row.id, row, webhook.id)) as object
  return { ...presentDelivery(row), body, attempts: row.attempts }
}
