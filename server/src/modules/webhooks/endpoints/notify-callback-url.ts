import type { Work } from '#kernel/work.ts'
import { decryptSharedToken, findClient } from '#modules/clients/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { type CallbackEvent, enqueueCallback } from './enqueue-callback.ts'

type Callback = {
  /** The address that the resource or the client names; null if it names none. */
  url: string | null
  event: CallbackEvent
  /** Stands beside `data` in the body. */
  more?: object
  /** The shared token of the client as its row holds it, when the caller has read that row already. */
  storedToken?: string
}

/** Calls the address that a resource names, if it names one. The callback is signed with the client's shared token. */
export async function notifyCallbackUrl(work: Work, keyring: Keyring, callback: Callback): Promise<void> {
  const { url, event, more, storedToken } = callback
  if (url === null) return
  const secret = decryptSharedToken(keyring, work.client.id, storedToken ?? (await readStoredToken(work)))
  await enqueueCallback(work, keyring, { url, secret, event, more })
}

async function readStoredToken({ tx, client }: Work): Promise<string> {
  const row = await findClient(tx, client.id)
  if (!row) throw new Error(`Client ${client.id} not found.`)
  return row.sealed_shared_token
}

/** An event that the catalogue leaves out: only a callback address hears of it. */
export function callbackOnlyEvent(work: Work, type: string, data: object): CallbackEvent {
  const id = uuidv7(work.now, work.nextPosition)
  work.nextPosition += 1
  return { id, type, data: JSON.stringify(data), createdAt: work.now }
}
