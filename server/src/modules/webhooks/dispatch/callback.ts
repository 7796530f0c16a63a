import { type SigningKey, signPlainly, signStandard } from '#modules/webhooks/endpoints/signature.ts'
import { inMilliseconds } from '#platform/time/dates.ts'

export type CallbackEvent = {
  id: string
  type: string
  created_at: Date
  actor: { type: string; id: string | null; name: string | null }
  /** The resource, as the text that is stored. */
  data: string
}

/** What is sent: the same bytes at each attempt. `data` is put in as it is stored. */
export function callbackBody(event: CallbackEvent, webhookId: string | null, more: object = {}): string {
  const { id, type, created_at, actor, data } = event
  const head = { id, type, created_at: inMilliseconds(created_at), webhook_id: webhookId, actor, ...more }
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`
}

/** What is stored of a body: itself when it is not an event of the log; otherwise the event. */
export type StoredBody = {
  event_type: string
  body: string | null
  event_created_at: Date | null
  actor_type: string | null
  actor_id: string | null
  actor_name: string | null
  data: string | null
}

/** What is sent for a delivery. */
export function storedBody(
  id: string,
  { event_type: type, body, event_created_at, actor_type, actor_id, actor_name, data }: StoredBody,
  webhookId: string | null,
): string {
  if (body !== null) return body
  if (event_created_at === null || actor_type === null || data === null) {
    throw new Error(`The event ${id} is not in the log.`)
  }
  const actor = { type: actor_type, id: actor_id, name: actor_name }
  return callbackBody({ id, type, created_at: event_created_at, actor, data }, webhookId)
}

export type Callback = {
  eventId: string
  eventType: string
  /** Null when it goes to an address that came with a request. */
  webhookId: string | null
  body: string
  /** The one in force first; the one before it as long as it counts. */
  keys: [SigningKey, ...SigningKey[]]
  /** How the receiver continues the trace, if it is told. */
  traceparent?: string | undefined
}

/** Signed at each attempt, so that the timestamp is that of sending. */
export function callbackHeaders({ eventId, eventType, webhookId, body, keys, traceparent }: Callback, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Dossier-Webhooks/1',
    ...(webhookId === null ? {} : { 'x-webhook-id': webhookId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    'x-event-id': eventId,
    'x-event-type': eventType,
    'x-event-signature': signPlainly(keys[0], body),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard(keys, eventId, timestamp, body),
  }
}
