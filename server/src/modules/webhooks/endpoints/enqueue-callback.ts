import { insertDueDelivery } from '#modules/webhooks/deliveries/queries.ts'
import { callbackBody } from '#modules/webhooks/dispatch/callback.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { PendingEvent, Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { decryptKey, encryptKey } from './endpoint-key.ts'
import { findOrCreateEndpoint, updateKey } from './queries.ts'

type Target = {
  url: string
  /** What callbacks to it are signed with. */
  secret: string
}

/**
 * Tells an address of an event, with the change and as surely as a webhook is told. `more` stands beside `data` in the
 * body. Whether the address is allowed is looked at when it is called.
 */
export async function enqueueCallback(
  work: Work,
  { url, secret }: Target,
  event: Omit<PendingEvent, 'resourceId'>,
  keyring: Keyring,
  more: object = {},
): Promise<void> {
  const { tx, client, actor, now } = work
  const newId = uuidv7(now, work.nextPosition)
  const endpoint = await findOrCreateEndpoint(tx, client, {
    id: newId,
    url,
    sealed_key: encryptKey(keyring, client.id, newId, secret),
    created_at: now,
  })
  // The secret may have been changed since the address was first told of something.
  if (decryptKey(keyring, client.id, endpoint.id, endpoint.sealed_key) !== secret) {
    await updateKey(tx, client, endpoint.id, encryptKey(keyring, client.id, endpoint.id, secret))
  }
  const { id, type, data, createdAt } = event
  await insertDueDelivery(tx, client, {
    endpointId: endpoint.id,
    id,
    eventType: type,
    body: callbackBody({ id, type, created_at: createdAt, actor, data }, null, more),
    createdAt: now,
  })
  work.hasOutboxEvents = true
}
