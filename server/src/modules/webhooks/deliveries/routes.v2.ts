import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { eventReaderOf } from '#modules/auth/index.ts'
import { getWebhook } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { presentRecovery } from '#modules/webhooks/subscriptions/present.ts'
import {
  Delivery,
  DeliveryParams,
  DeliveryWithAttempts,
  ListDeliveriesQuery,
  RecoverBody,
  Recovery,
  RecoveryParams,
  WebhookParams,
} from '#modules/webhooks/subscriptions/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { getDelivery, listDeliveries } from './list-deliveries.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { findRecovery } from './recovery-queries.ts'
import { retryDelivery } from './retry-delivery.ts'

const { read, write } = accessTo('webhooks')

type Deps = { db: Db; cursors: Cursors }

/** What was sent to a webhook, and sending it again. */
export function deliveryRoutes(deps: Deps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountRetry(v2)
    mountRecovery(v2, deps)
  }
}

function mountReading(v2: Http, { db, cursors }: Deps): void {
  v2.get(
    '/webhooks/:id/deliveries',
    {
      config: read,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook, newest event first',
        params: WebhookParams,
        querystring: ListDeliveriesQuery,
        response: { 200: Type.Array(Delivery) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id } = request.params
      const { status, event_type } = request.query
      const scope = listScope(client, `webhook_deliveries ${id}`, [status, event_type])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listDeliveries(db, client, { reader: eventReaderOf(request), webhookId: id, query: request.query }, page),
      )
    },
  )

  v2.get(
    '/webhooks/:id/deliveries/:delivery_id',
    {
      config: read,
      schema: {
        operationId: 'getWebhookDelivery',
        summary: 'Read a delivery with its body and attempts',
        params: DeliveryParams,
        response: { 200: DeliveryWithAttempts },
      },
    },
    (request) => {
      const { id, delivery_id } = request.params
      return getDelivery(db, callerOf(request).client, {
        reader: eventReaderOf(request),
        webhookId: id,
        id: delivery_id,
      })
    },
  )
}

function mountRetry(v2: Http): void {
  v2.post(
    '/webhooks/:id/deliveries/:delivery_id/retries',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'retryWebhookDelivery',
        summary: 'Send a delivery again now',
        params: DeliveryParams,
        response: { 202: DeliveryWithAttempts },
      },
    },
    async (request, reply) => {
      const { id, delivery_id } = request.params
      const retried = await request.work(async (work) => {
        await retryDelivery(work, id, delivery_id, request.permissions)
        return getDelivery(work.tx, work.client, { reader: eventReaderOf(request), webhookId: id, id: delivery_id })
      })
      return reply.code(202).send(retried)
    },
  )
}

function mountRecovery(v2: Http, { db }: Deps): void {
  v2.post(
    '/webhooks/:id/recover',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'recoverWebhook',
        summary: 'Send all deliveries again that failed since a given time',
        params: WebhookParams,
        body: RecoverBody,
        response: { 202: Recovery },
      },
    },
    async (request, reply) => {
      const since = new Date(request.body.since)
      const recovery = await request.work((work) =>
        recoverDeliveries(work, request.params.id, since, request.permissions),
      )
      return reply.code(202).send(recovery)
    },
  )

  v2.get(
    '/webhooks/:id/recoveries/:recovery_id',
    {
      config: read,
      schema: {
        operationId: 'getWebhookRecovery',
        summary: 'Read the progress of a recovery',
        params: RecoveryParams,
        response: { 200: Recovery },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { id, recovery_id } = request.params
      const webhook = await getWebhook(db, client, id)
      const row = isUuid(recovery_id) ? await findRecovery(db, client, webhook.id, recovery_id) : undefined
      if (!row) throw notFound('recovery', recovery_id)
      return presentRecovery(row)
    },
  )
}
