import { type EventDefinition, emit } from '#kernel/events/define-event.ts'
import { decryptSharedToken, findClient } from '#modules/clients/index.ts'
import { enqueueCallback } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Work } from '#platform/db/work.ts'
import type { RequestRow } from './queries.ts'

/** Tells everyone who listens of something that happened to a request, its own address included. Answers the event's id. */
export async function emitRequestEvent<Data>(
  work: Work,
  keyring: Keyring,
  { callback_url }: Pick<RequestRow, 'callback_url'>,
  event: EventDefinition<Data>,
  data: Data,
): Promise<string> {
  const told = emit(work, event, data)
  if (callback_url !== null) {
    const client = await findClient(work.tx, work.client.id)
    if (!client) throw new Error(`There is no client ${work.client.id}.`)
    const secret = decryptSharedToken(keyring, client.id, client.sealed_shared_token)
    await enqueueCallback(work, { url: callback_url, secret }, told, keyring)
  }
  return told.id
}
