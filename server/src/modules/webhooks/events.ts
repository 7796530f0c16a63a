import { defineEvent } from '#platform/events/define-event.ts'
import type { WebhookSettings } from './schemas.ts'

/** They tell of a webhook without its key: others read them. */
export const webhookCreated = defineEvent<WebhookSettings>('webhook.created')
export const webhookUpdated = defineEvent<WebhookSettings>('webhook.updated')
export const webhookDeleted = defineEvent<WebhookSettings>('webhook.deleted')
export const webhookDisabled = defineEvent<WebhookSettings>('webhook.disabled')
