import type { Work } from '#kernel/work.ts'
import { insertDueDelivery } from '#modules/webhooks/deliveries/queries.ts'
import { callbackBody } from '#modules/webhooks/dispatch/callback.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { type PendingEvent, traceEvent } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { decryptKey, encryptKey } from './endpoint-key.ts'
import { findOrCreateEndpoint, updateKey } from './queries.ts'

/** The event of a callback. */
export type CallbackEvent = Omit<PendingEvent, 'resourceId'>

type Callback = {
  url: string
  /** What callbacks to this address are signed with. */
  secret: string
  event: CallbackEvent
  /** Stands beside `data` in the body. */
  more?: object | undefined
}

/**
 * Enqueues a callback to an address in the transaction of the change, with the same guarantees as the callbacks of a
 * webhook. Whether the address is allowed is checked when it is called.
 */
export async function enqueueCallback(work: Work, keyring: Keyring, callback: Callback): Promise<void> {
  const { tx, client, actor, now } = work
  const { url, secret, event, more = {} } = callback
  const newId = uuidv7(now, work.nextPosition)
  const endpoint = await findOrCreateEndpoint(tx, client, {
    id: newId,
    url,
    sealed_key: encryptKey(keyring, client.id, newId, secret),
    created_at: now,
  })
  // The secret may have changed since the first callback to this address.
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
  traceEvent(work, id)
}
