import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'

export type Webhook = Answer<'/portal/api/admin/webhooks'>[number]
/** As managers get it who may change it. */
export type WebhookWithKey = Webhook & { signature_key: string }
export type WebhookHealth = Answer<'/portal/api/admin/webhooks/{id}/health'>
export type Delivery = Answer<'/portal/api/admin/webhooks/{id}/deliveries'>[number]
export type WebhookSettings = Pick<Webhook, 'name' | 'callback_url' | 'events' | 'is_active' | 'owner_email'>

type Asked = { cursor: string | undefined; signal: AbortSignal }

const byId = (id: string) => ({ params: { path: { id } } })

export const webhookKeys = {
  all: ['webhooks'] as const,
  one: (id: string) => ['webhooks', id] as const,
}

export function listWebhooks({ cursor, signal }: Asked) {
  return unwrapPage(api.GET('/portal/api/admin/webhooks', { params: { query: given({ cursor }) }, signal }))
}

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/webhooks/{id}', { ...byId(id), signal })),
  })

const HEALTH_EVERY_MS = 15_000

export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhookKeys.one(id), 'health'],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/webhooks/{id}/health', { ...byId(id), signal })),
    refetchInterval: HEALTH_EVERY_MS,
  })

export function createWebhook(settings: WebhookSettings): Promise<WebhookWithKey> {
  return unwrap(api.POST('/portal/api/admin/webhooks', { body: settings }))
}

export function changeWebhook(id: string, settings: Partial<WebhookSettings>): Promise<Webhook> {
  return unwrap(api.PATCH('/portal/api/admin/webhooks/{id}', { ...byId(id), body: settings }))
}

export function deleteWebhook(id: string) {
  return unwrap(api.DELETE('/portal/api/admin/webhooks/{id}', byId(id)))
}

export function testWebhook(id: string) {
  return unwrap(api.POST('/portal/api/admin/webhooks/{id}/tests', byId(id)))
}

export function takeOverWebhook(id: string) {
  return unwrap(api.POST('/portal/api/admin/webhooks/{id}/take_over', byId(id)))
}

export function rotateKey(id: string): Promise<WebhookWithKey> {
  return unwrap(api.POST('/portal/api/admin/webhooks/{id}/refresh_signature_key', byId(id)))
}

export function recoverWebhook(id: string, since: string) {
  return unwrap(api.POST('/portal/api/admin/webhooks/{id}/recover', { ...byId(id), body: { since } }))
}

const RECOVERY_EVERY_MS = 1000

export const recoveryQuery = (id: string, recovery_id: string) =>
  queryOptions({
    queryKey: [...webhookKeys.one(id), 'recoveries', recovery_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/admin/webhooks/{id}/recoveries/{recovery_id}', {
          params: { path: { id, recovery_id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : RECOVERY_EVERY_MS),
  })

type DeliveryFilters = { status: Delivery['status'] | undefined; event_type: string | undefined }

export function listDeliveries(id: string, filters: DeliveryFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor })
  return unwrapPage(api.GET('/portal/api/admin/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }))
}

export const deliveryQuery = (id: string, delivery_id: string) =>
  queryOptions({
    queryKey: [...webhookKeys.one(id), 'deliveries', delivery_id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/admin/webhooks/{id}/deliveries/{delivery_id}', {
          params: { path: { id, delivery_id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? RECOVERY_EVERY_MS : false),
  })

export function resendDelivery(id: string, delivery_id: string) {
  const params = { path: { id, delivery_id } }
  return unwrap(api.POST('/portal/api/admin/webhooks/{id}/deliveries/{delivery_id}/retries', { params }))
}
