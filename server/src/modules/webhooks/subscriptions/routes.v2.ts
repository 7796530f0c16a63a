import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { eventReaderOf } from '#modules/auth/index.ts'
import { getHealth } from '#modules/webhooks/endpoints/queries.ts'
import { refreshSignatureKey } from '#modules/webhooks/endpoints/refresh-signature-key.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { isUuid } from '#platform/uuid.ts'
import { patchWebhook, putWebhook } from './change-webhook.ts'
import { type ChangeContext, vetCallbackUrl } from './check-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { presentHealth, presentSeen } from './present.ts'
import { listWebhooks, lockWebhook } from './queries.ts'
import { ListWebhooksQuery, SeenWebhook, Webhook, WebhookHealth, WebhookInput, WebhookParams } from './schemas.ts'
import { takeOverWebhook } from './take-over-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const { read, write } = accessTo('webhooks')

/** In the order of their creation. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: false }

export type WebhookDeps = { db: Db; cursors: Cursors; keyring: Keyring; clock: Clock; outbound: Outbound }

export function webhookRoutes(deps: WebhookDeps): Routes {
  return (v2) => {
    mountCreation(v2, deps)
    mountReading(v2, deps)
    mountChanges(v2, deps)
    mountDeletion(v2, deps)
    mountTest(v2, deps)
    mountKeys(v2, deps)
    mountHealth(v2, deps)
  }
}

function mountCreation(v2: Http, { keyring, outbound }: WebhookDeps): void {
  v2.post(
    '/webhooks',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        body: WebhookInput,
        response: { 201: Webhook },
      },
    },
    async (request, reply) => {
      await vetCallbackUrl(outbound, request.body.callback_url)
      const webhook = await request.work((work) => createWebhook(work, request.body, byOf(keyring, request)))
      return reply.code(201).send(webhook)
    },
  )
}

function mountReading(v2: Http, { db, cursors, keyring }: WebhookDeps): void {
  v2.get(
    '/webhooks',
    {
      config: read,
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        querystring: ListWebhooksQuery,
        response: { 200: Type.Array(SeenWebhook) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { is_active } = request.query
      const scope = listScope(client, 'webhooks', [is_active === undefined ? undefined : String(is_active)])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          ORDER,
          page,
          (wanted) => listWebhooks(db, client, request.query, wanted),
          (row) => presentSeen(client, row, keyring, eventReaderOf(request)),
        ),
      )
    },
  )

  v2.get(
    '/webhooks/:id',
    {
      config: read,
      schema: {
        operationId: 'getWebhook',
        summary: 'Read a webhook',
        params: WebhookParams,
        response: { 200: SeenWebhook },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const webhook = await getWebhook(db, client, request.params.id)
      return presentSeen(client, webhook, keyring, eventReaderOf(request))
    },
  )
}

function mountChanges(v2: Http, { keyring, outbound }: WebhookDeps): void {
  v2.put(
    '/webhooks/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'putWebhook',
        summary: 'Replace the settings of a webhook',
        params: WebhookParams,
        body: WebhookInput,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      await vetCallbackUrl(outbound, request.body.callback_url)
      return changeIf(request, targetOf(keyring, request), (work) =>
        putWebhook(work, request.params.id, request.body, byOf(keyring, request)),
      )
    },
  )

  v2.patch(
    '/webhooks/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'patchWebhook',
        summary: 'Update a webhook partially',
        params: WebhookParams,
        body: Type.Partial(WebhookInput, { title: 'WebhookPatch' }),
        response: { 200: Webhook },
      },
    },
    async (request) => {
      await vetCallbackUrl(outbound, request.body.callback_url)
      return changeIf(request, targetOf(keyring, request), (work) =>
        patchWebhook(work, request.params.id, request.body, byOf(keyring, request)),
      )
    },
  )
}

function mountDeletion(v2: Http, { keyring }: WebhookDeps): void {
  v2.delete(
    '/webhooks/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook, with its deliveries',
        params: WebhookParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await changeIf(request, targetOf(keyring, request), (work) =>
        deleteWebhook(work, request.params.id, { keyring, permissions: request.permissions }),
      )
      return reply.code(204).send(null)
    },
  )
}

function mountTest(v2: Http, deps: WebhookDeps): void {
  v2.post(
    '/webhooks/:id/tests',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test callback; its result is among the deliveries',
        params: WebhookParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await testWebhook(deps, callerOf(request), request.params.id, request.permissions)
      return reply.code(204).send(null)
    },
  )
}

function mountKeys(v2: Http, { keyring }: WebhookDeps): void {
  v2.post(
    '/webhooks/:id/refresh_signature_key',
    {
      config: write,
      schema: {
        operationId: 'refreshSignatureKey',
        summary: 'Rotate the signature key; the old one stays valid for 24 hours',
        params: WebhookParams,
        response: { 200: Webhook },
      },
    },
    (request) => request.work((work) => refreshSignatureKey(work, request.params.id, byOf(keyring, request))),
  )

  v2.post(
    '/webhooks/:id/take_over',
    {
      config: write,
      schema: {
        operationId: 'takeOverWebhook',
        summary: 'Take over a webhook: from now on it receives the events that you may read',
        params: WebhookParams,
        response: { 200: Webhook },
      },
    },
    (request) => request.work((work) => takeOverWebhook(work, request.params.id, byOf(keyring, request))),
  )
}

function mountHealth(v2: Http, { db, clock }: WebhookDeps): void {
  v2.get(
    '/webhooks/:id/health',
    {
      config: read,
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'Read the health of a webhook',
        params: WebhookParams,
        response: { 200: WebhookHealth },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const webhook = await getWebhook(db, client, request.params.id)
      return presentHealth(webhook, await getHealth(db, client, webhook.id), clock.now())
    },
  )
}

function byOf(keyring: Keyring, { permissions }: FastifyRequest): ChangeContext {
  return { keyring, permissions }
}

function targetOf(keyring: Keyring, request: FastifyRequest): Target {
  return {
    schema: SeenWebhook,
    async lockCurrent({ tx, client }) {
      const { id } = request.params as { id: string }
      const row = isUuid(id) ? await lockWebhook(tx, client, id) : undefined
      return row && presentSeen(client, row, keyring, eventReaderOf(request))
    },
  }
}
