import { type Static, Type } from 'typebox'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

/** Spec, Webhook: the sample sends the text true. */
const BooleanLike = Type.Unsafe<boolean | 'true' | 'false'>({
  enum: [true, false, 'true', 'false'],
  description: 'true or false, also as a string. Defaults to true.',
})

export const WebhookParams = Type.Object({ id: Text({ maxLength: 100 }) })
export const DeliveryParams = Type.Object({ id: Text({ maxLength: 100 }), delivery_id: Text({ maxLength: 100 }) })
export const RecoveryParams = Type.Object({ id: Text({ maxLength: 100 }), recovery_id: Text({ maxLength: 100 }) })

export const WebhookInput = NamedObject('WebhookInput', {
  name: Text({ minLength: 1, maxLength: 255 }),
  callback_url: Type.String({
    format: 'web-address',
    maxLength: 2000,
    description: 'Where callbacks go: http or https, reachable from the service.',
  }),
  events: Type.Array(Text({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 500,
    description:
      'Names such as `employee.created`, `employee.*` for all of a resource, or `*` for all that the owner may read.',
  }),
  is_active: Type.Optional(BooleanLike),
  owner_email: OptionalText(254, {
    format: 'email',
    description:
      'Who is mailed when the webhook is disabled. Defaults to the managers whose role has `webhooks:write`.',
  }),
})
export type WebhookInput = Static<typeof WebhookInput>

const DISABLED_REASONS = ['gone', 'failing'] as const

/** A webhook without its key, as events contain it. */
export const WebhookSettings = Type.Object({
  id: Type.String(),
  name: Type.String(),
  callback_url: Type.String(),
  events: Type.Array(Type.String()),
  is_active: Type.Boolean(),
  owner_email: Nullable('string'),
  owner: NamedObject(
    'WebhookOwner',
    { type: OneOf(['application', 'user', 'system']), id: Nullable('string') },
    { description: 'The owner of the webhook; it receives only events that the owner may read.' },
  ),
  disabled_at: NullableTimestamp({ description: 'When the service disabled it.' }),
  disabled_reason: Nullable('string', {
    enum: [...DISABLED_REASONS, null],
    description: '`gone`: the endpoint answered 410. `failing`: every attempt failed for five days.',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type WebhookSettings = Static<typeof WebhookSettings>

/** For callers who may change it. */
export const Webhook = NamedObject('Webhook', {
  ...WebhookSettings.properties,
  withheld_events: Type.Array(Type.String(), {
    description: 'Subscribed events that are withheld because its owner may not read them at present.',
  }),
  signature_key: Type.String({ description: 'The key that signs callbacks; keep it secret.' }),
})
export type Webhook = Static<typeof Webhook>

/** For all callers who may read webhooks. */
export const SeenWebhook = NamedObject('SeenWebhook', {
  ...Webhook.properties,
  signature_key: Nullable('string', {
    description:
      'The key that signs callbacks; keep it secret. Null for callers who are not the owner and may not read all subscribed events.',
  }),
})
export type SeenWebhook = Static<typeof SeenWebhook>

export const ListWebhooksQuery = Type.Object({
  is_active: Type.Optional(Type.Boolean()),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListWebhooksQuery = Static<typeof ListWebhooksQuery>

export const WebhookHealth = NamedObject('WebhookHealth', {
  state: OneOf(['ok', 'failing', 'paused', 'inactive', 'disabled'], {
    description:
      '`failing`: the last attempts failed. `paused`: after many consecutive failures, attempts are rare. `inactive`: disabled by a caller. `disabled`: disabled by the service.',
  }),
  failures_in_row: Type.Integer(),
  failing_since: Nullable('string'),
  paused_until: Nullable('string'),
  waiting: Type.Integer({ description: 'Deliveries that are still to be made; counted up to 10,000.' }),
  oldest_waiting_at: NullableTimestamp({ description: 'When the oldest pending delivery was created.' }),
})
export type WebhookHealth = Static<typeof WebhookHealth>

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const Delivery = NamedObject('WebhookDelivery', {
  id: Type.String({ description: 'The id of the event.' }),
  event_id: Type.String(),
  event_type: Type.String(),
  status: OneOf(DELIVERY_STATUSES),
  attempts_count: Type.Integer(),
  last_attempt_at: NullableTimestamp(),
  last_status_code: Nullable('integer'),
  next_attempt_at: NullableTimestamp({ description: 'When the next attempt is due; null unless pending.' }),
  created_at: Timestamp(),
  finished_at: NullableTimestamp(),
})
export type Delivery = Static<typeof Delivery>

export const Attempt = NamedObject('WebhookAttempt', {
  attempted_at: Timestamp(),
  outcome: Type.String({
    description:
      '`answered`, or why there was no answer: `timed_out`, `refused`, `private_address`, `unresolved`, `tls_failed`, `reset`, `invalid_url`, `protocol_error`. `not_permitted`: it was not sent, since the owner of the webhook may not read the event.',
  }),
  status_code: Nullable('integer'),
  duration_ms: Type.Integer(),
  response_body: Nullable('string', { description: 'The first 1,024 bytes of the answer.' }),
})
export type Attempt = Static<typeof Attempt>

export const DeliveryWithAttempts = NamedObject('WebhookDeliveryDetails', {
  ...Delivery.properties,
  body: Type.Unsafe<object>({ type: 'object', additionalProperties: true, description: 'The body of the callback.' }),
  attempts: Type.Array(Attempt, { description: 'Oldest first; the last 50.' }),
})
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>

export const ListDeliveriesQuery = Type.Object({
  status: Type.Optional(OneOf(DELIVERY_STATUSES)),
  event_type: Type.Optional(Text({ maxLength: 100, description: 'Such as `employee.created` or `webhook.test`.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDeliveriesQuery = Static<typeof ListDeliveriesQuery>

export const RecoverBody = NamedObject('WebhookRecoveryInput', {
  since: Type.String({
    format: 'moment',
    maxLength: 40,
    description: 'Deliveries that failed at or after this time are sent again.',
  }),
})

export const Recovery = NamedObject('WebhookRecovery', {
  id: Type.String(),
  webhook_id: Type.String(),
  since: Type.String(),
  status: OneOf(['in_progress', 'finished']),
  recovered: Type.Integer({ description: 'The number of deliveries that are pending again so far.' }),
  created_at: Timestamp(),
  finished_at: NullableTimestamp(),
})
export type Recovery = Static<typeof Recovery>
