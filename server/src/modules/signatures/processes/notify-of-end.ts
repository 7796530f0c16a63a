import type { Work } from '#kernel/work.ts'
import { callbackOnlyEvent, notifyCallbackUrl } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { presentProcess } from './present.ts'
import type { ProcessRow } from './queries.ts'
import type { Status } from './schemas.ts'

type End = Extract<Status, 'rejected' | 'expired' | 'canceled'> | 'completed'

/** Calls the address of a process about an end that the catalogue of events leaves out. */
export async function notifyOfEnd(work: Work, keyring: Keyring, process: ProcessRow, end: End): Promise<void> {
  const event = callbackOnlyEvent(work, `signature_process.${end}`, presentProcess(process))
  await notifyCallbackUrl(work, keyring, { url: process.callback_url, event })
}
