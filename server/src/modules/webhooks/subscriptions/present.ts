import type { Client } from '#kernel/work.ts'
import type { EventReader } from '#modules/auth/index.ts'
import type { DeliveryRow } from '#modules/webhooks/deliveries/queries.ts'
import type { RecoveryRow } from '#modules/webhooks/deliveries/recovery-queries.ts'
import { decryptKey } from '#modules/webhooks/endpoints/endpoint-key.ts'
import type { Health } from '#modules/webhooks/endpoints/queries.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import type { WebhookRow } from './queries.ts'
import type { Attempt, Delivery, Recovery, SeenWebhook, Webhook, WebhookHealth, WebhookSettings } from './schemas.ts'
import { mayControl, withheldEvents } from './webhook-owner.ts'

/** Without the key, as events contain it. */
export function presentSettings(row: WebhookRow): WebhookSettings {
  const { id, name, callback_url, events, is_active, owner_email, disabled_reason } = row
  return {
    id,
    name,
    callback_url,
    events,
    is_active,
    owner_email,
    owner: { type: row.owner_type, id: row.owner_id },
    disabled_at: moment(row.disabled_at),
    disabled_reason,
    created_at: inMilliseconds(row.created_at),
    updated_at: inMilliseconds(row.updated_at),
  }
}

/** With its key, for callers who may change it. */
export function presentWebhook(client: Client, row: WebhookRow, keyring: Keyring): Webhook {
  return {
    ...presentSettings(row),
    withheld_events: withheldEvents(row),
    signature_key: decryptKey(keyring, client.id, row.id, row.sealed_key),
  }
}

/** Without the key for callers who may only read it: the key can forge callbacks. */
export function presentSeen(client: Client, row: WebhookRow, keyring: Keyring, reader: EventReader): SeenWebhook {
  const webhook = presentWebhook(client, row, keyring)
  return mayControl(row, reader) ? webhook : { ...webhook, signature_key: null }
}

export function presentHealth(webhook: WebhookRow, health: Health, now: Date): WebhookHealth {
  return {
    state: stateOf(webhook, health, now),
    failures_in_row: health.failures_in_row,
    failing_since: moment(health.failing_since),
    paused_until: moment(health.paused_until),
    waiting: health.waiting,
    oldest_waiting_at: moment(health.oldest_waiting_at),
  }
}

function stateOf(webhook: WebhookRow, health: Health, now: Date): WebhookHealth['state'] {
  if (!webhook.is_active) return webhook.disabled_at ? 'disabled' : 'inactive'
  if (health.paused_until && health.paused_until > now) return 'paused'
  return health.failing_since ? 'failing' : 'ok'
}

export function presentDelivery(row: DeliveryRow): Delivery {
  const last = row.last_attempt as Attempt | null
  return {
    id: row.id,
    event_id: row.id,
    event_type: row.event_type,
    status: row.failed_at ? 'failed' : row.succeeded_at ? 'succeeded' : 'pending',
    attempts_count: row.attempts_count,
    last_attempt_at: last?.attempted_at ?? null,
    last_status_code: last?.status_code ?? null,
    next_attempt_at: moment(row.due_at),
    created_at: inMilliseconds(row.created_at),
    finished_at: moment(row.failed_at ?? row.succeeded_at),
  }
}

export function presentRecovery(row: RecoveryRow): Recovery {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    since: inMilliseconds(row.since),
    status: row.finished_at ? 'finished' : 'in_progress',
    recovered: row.recovered,
    created_at: inMilliseconds(row.created_at),
    finished_at: moment(row.finished_at),
  }
}

function moment(at: Date | null): string | null {
  return at && inMilliseconds(at)
}
