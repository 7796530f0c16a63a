import { type EventDefinition, emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { notifyCallbackUrl } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { RequestRow } from './queries.ts'

/** Emits an event about a request, and calls the address that the request names. Returns the event's id. */
export async function emitRequestEvent<Data>(
  work: Work,
  keyring: Keyring,
  request: Pick<RequestRow, 'callback_url'>,
  { event: definition, data }: { event: EventDefinition<Data>; data: Data },
): Promise<string> {
  const event = emit(work, definition, data)
  await notifyCallbackUrl(work, keyring, { url: request.callback_url, event })
  return event.id
}
