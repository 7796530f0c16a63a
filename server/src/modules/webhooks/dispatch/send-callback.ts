import type { SigningKeys } from '#modules/webhooks/endpoints/signing-keys.ts'
import type { Attempt } from '#modules/webhooks/subscriptions/schemas.ts'
import type { Outbound, OutboundOutcome } from '#platform/outbound/outbound.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { type Callback, callbackHeaders, storedBody } from './callback.ts'
import type { Claimed } from './claim.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 65_536
const STORED_RESPONSE_BYTES = 1024

export const NOT_PERMITTED = 'not_permitted'

export type Sent = {
  attempt: Attempt
  isSuccess: boolean
  status: number | undefined
  retryAfter: string | undefined
}

/** Sends one callback, once. What the endpoint does is in what comes back; what is thrown is our own fault. */
export async function sendCallback(outbound: Outbound, url: string, callback: Callback, now: Date): Promise<Sent> {
  const answer = await outbound.call({
    url,
    method: 'POST',
    headers: callbackHeaders(callback, now),
    body: callback.body,
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MAX_ANSWER_BYTES,
  })
  const status = answer.outcome === 'answered' ? answer.status : undefined
  return {
    attempt: toAttempt(answer, now),
    isSuccess: status !== undefined && status >= 200 && status < 300,
    status,
    retryAfter: answer.outcome === 'answered' ? answer.headers['retry-after'] : undefined,
  }
}

function toAttempt(answer: OutboundOutcome, now: Date): Attempt {
  const isAnswered = answer.outcome === 'answered'
  return {
    attempted_at: inMilliseconds(now),
    outcome: answer.outcome,
    status_code: isAnswered ? answer.status : null,
    duration_ms: answer.durationMs,
    response_body: isAnswered ? bodyExcerpt(answer.body) : null,
  }
}

/** What is logged instead of a call when the owner of the webhook may not read the event. */
export function notPermitted(now: Date): Attempt {
  return {
    attempted_at: inMilliseconds(now),
    outcome: NOT_PERMITTED,
    status_code: null,
    duration_ms: 0,
    response_body: null,
  }
}

/** The beginning of an answer as text; a character that was cut in two, or cannot be stored, is shown as unknown. */
function bodyExcerpt(body: Buffer): string {
  return body.subarray(0, STORED_RESPONSE_BYTES).toString('utf8').replaceAll('\u0000', '\ufffd')
}

/** What is sent for a delivery, with the keys that count at this time. */
export function callbackOf(claimed: Claimed, signingKeys: SigningKeys, now: Date): Callback {
  const body = storedBody(claimed.delivery_id, claimed, claimed.is_webhook ? claimed.endpoint_id : null)
  return {
    eventId: claimed.delivery_id,
    eventType: claimed.event_type,
    // The last callback of a webhook goes out after the webhook is gone; its body still names it.
    webhookId: claimed.is_webhook
      ? claimed.endpoint_id
      : (JSON.parse(body) as { webhook_id: string | null }).webhook_id,
    body,
    keys: keysOf(claimed, signingKeys, now),
  }
}

type Keys = Pick<Claimed, 'client_id' | 'endpoint_id' | 'sealed_key' | 'sealed_previous_key' | 'previous_key_until'>

/** The key in force, and the one before it as long as that counts. */
export function keysOf(
  { client_id, endpoint_id, sealed_key, sealed_previous_key, previous_key_until }: Keys,
  signingKeys: SigningKeys,
  now: Date,
): Callback['keys'] {
  const hasPrevious = sealed_previous_key !== null && previous_key_until !== null && previous_key_until > now
  const endpoint = { clientId: client_id, id: endpoint_id }
  return [signingKeys(endpoint, sealed_key), ...(hasPrevious ? [signingKeys(endpoint, sealed_previous_key)] : [])]
}
