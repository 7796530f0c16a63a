import { defineEvent } from '#kernel/events/define-event.ts'
import type { WebhookSettings } from '#modules/webhooks/subscriptions/schemas.ts'

/** They contain a webhook without its key, because other callers read them. */
export const webhookCreated = defineEvent<WebhookSettings>('webhook.created')
export const webhookUpdated = defineEvent<WebhookSettings>('webhook.updated')
export const webhookDeleted = defineEvent<WebhookSettings>('webhook.deleted')
export const webhookDisabled = defineEvent<WebhookSettings>('webhook.disabled')
