import { createHash } from 'node:crypto'
import type { Mail } from '#platform/mail/mail.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import type { WebhookRow } from './queries.ts'

const REASONS = {
  gone: 'its address responded with 410 Gone, which means that it no longer exists',
  failing: 'every attempt to reach its address has failed for five days',
}

/** The mail to the owner of a disabled webhook. A repeated one has the same id. */
export function disabledMail(webhook: WebhookRow, to: string): Mail {
  const { id, name, callback_url, disabled_at, disabled_reason } = webhook
  const reason = REASONS[disabled_reason ?? 'failing']
  const fingerprint = createHash('sha256').update(`${id} ${disabled_at?.toISOString()} ${to}`).digest('hex')
  return {
    to,
    subject: `The webhook ${name} was disabled`,
    text: `The webhook "${name}" was disabled on ${disabled_at && inMilliseconds(disabled_at)}, since ${reason}.

  Webhook  ${id}
  Address  ${callback_url}

Callbacks that were still to be sent are kept. They are sent once the webhook is enabled again
(PATCH /api/v2/client/webhooks/${id} with "is_active": true). Events that happen while it is disabled are not kept for it;
they can be read from the event log (GET /api/v2/client/events). Deliveries that failed can be sent again with
POST /api/v2/client/webhooks/${id}/recover.
`,
    messageId: `<${fingerprint.slice(0, 32)}@webhooks.dossier>`,
  }
}
