import type { Caller } from '#kernel/work.ts'
import { insertFinishedDelivery } from '#modules/webhooks/deliveries/queries.ts'
import { callbackBody } from '#modules/webhooks/dispatch/callback.ts'
import { keysOf, sendCallback } from '#modules/webhooks/dispatch/send-callback.ts'
import { openSigningKeys } from '#modules/webhooks/endpoints/signing-keys.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { getWebhook } from './get-webhook.ts'
import { presentSettings } from './present.ts'
import { refuseForeign, TEST_EVENT } from './webhook-owner.ts'

type Deps = { db: Db; clock: Clock; keyring: Keyring; outbound: Outbound }

/** Sends a test to a webhook, also to one that is off, and logs what came of it. It is not tried again. */
export async function testWebhook(
  deps: Deps,
  { client, actor }: Caller,
  webhookId: string,
  permissions: readonly string[],
): Promise<void> {
  const { db, clock, keyring, outbound } = deps
  const webhook = await getWebhook(db, client, webhookId)
  refuseForeign(webhook, { actor, permissions })
  const now = clock.now()
  const id = uuidv7(now)
  const data = JSON.stringify(presentSettings(webhook))
  const body = callbackBody({ id, type: TEST_EVENT, created_at: now, actor, data }, webhook.id)
  const endpoint = { ...webhook, client_id: client.id, endpoint_id: webhook.id }
  const keys = keysOf(endpoint, openSigningKeys(keyring), now)
  const callback = { eventId: id, eventType: TEST_EVENT, webhookId: webhook.id, body, keys }
  const { attempt, isSuccess } = await sendCallback(outbound, webhook.callback_url, callback, now)
  const delivery = { endpointId: webhook.id, id, eventType: TEST_EVENT, body, createdAt: now }
  await insertFinishedDelivery(db, client, delivery, { attempt, isSuccess, at: clock.now() })
}
