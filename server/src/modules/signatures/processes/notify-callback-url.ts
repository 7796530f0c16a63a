import { decryptSharedToken, findClient } from '#modules/clients/index.ts'
import { enqueueCallback } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { PendingEvent, Work } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { presentProcess } from './present.ts'
import type { ProcessRow } from './queries.ts'
import type { Status } from './schemas.ts'

type CallbackEvent = Omit<PendingEvent, 'resourceId'>

/** Tells the address of a process, if it has one, of something that happened. */
export async function notifyCallbackUrl(
  work: Work,
  keyring: Keyring,
  { callback_url: url }: Pick<ProcessRow, 'callback_url'>,
  told: CallbackEvent,
): Promise<void> {
  if (url === null) return
  const client = await findClient(work.tx, work.client.id)
  if (!client) throw new Error(`There is no client ${work.client.id}.`)
  const secret = decryptSharedToken(keyring, client.id, client.sealed_shared_token)
  await enqueueCallback(work, { url, secret }, told, keyring)
}

/** The same of an end that the catalogue of events leaves out. */
export async function notifyCallbackUrlOfEnd(
  work: Work,
  keyring: Keyring,
  process: ProcessRow,
  end: Extract<Status, 'rejected' | 'expired' | 'canceled'> | 'completed',
): Promise<void> {
  const id = uuidv7(work.now, work.nextPosition)
  work.nextPosition += 1
  const data = JSON.stringify(presentProcess(process))
  await notifyCallbackUrl(work, keyring, process, { id, type: `signature_process.${end}`, data, createdAt: work.now })
}
