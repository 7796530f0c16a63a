import type { Work } from '#kernel/work.ts'
import { enqueueRequesterMail, enqueueSignerMails } from '#modules/signatures/mails/enqueue-mails.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { invalidFields } from '#platform/problem.ts'
import { dayOf } from './check-process.ts'
import { type RequestOrigin, recordEvidence } from './evidence.ts'
import { expectStatus, getProcess, wrongState } from './get-process.ts'
import { notifyOfEnd } from './notify-of-end.ts'
import { lockProcess, type ProcessRow, updateProcess } from './queries.ts'

type Ending = { signerId?: string; name?: string; from?: RequestOrigin; detail?: string | null }

type EarlyEnd = { status: 'rejected' | 'expired' | 'canceled'; ending?: Ending | undefined }

/** Ends a process before all signers have signed, and notifies the signers who were asked and the requester. */
export async function endEarly(
  work: Work,
  keyring: Keyring,
  process: ProcessRow,
  { status, ending = {} }: EarlyEnd,
): Promise<ProcessRow> {
  const { tx, client, now } = work
  await updateProcess(tx, client, process.id, { status, ended_at: now, updated_at: now })
  await recordEvidence(work, process.id, { action: status, ...ending })
  const ended = await getProcess(tx, client, process.id)
  await notifyOfEnd(work, keyring, ended, status)
  const asked = ended.signers.filter((one) => one.status === 'asked')
  if (status !== 'expired') enqueueSignerMails(work, process.id, asked, 'called_off')
  if (status !== 'canceled') enqueueRequesterMail(work, ended, status)
  return ended
}

/** Cancels processes that are being signed: all of these, or none. */
export async function cancelProcesses(work: Work, keyring: Keyring, ids: string[]): Promise<void> {
  const found = new Map<string, ProcessRow | undefined>()
  // An id may be given twice, in small and in capital letters.
  const given = ids.map((id) => id.toLowerCase())
  // In one order, so that two who cancel the same do not wait for each other.
  for (const id of [...new Set(given)].sort()) found.set(id, await lockProcess(work.tx, work.client, id))
  const unknown = ids.flatMap((id, index) => {
    if (found.get(id.toLowerCase())) return []
    const message = `Signature process ${id} not found.`
    return [{ field: `signature_process_ids.${index}`, code: 'unknown_signature_process', message }]
  })
  if (unknown.length > 0) throw invalidFields(unknown)
  for (const process of found.values()) {
    if (!process) continue
    expectStatus(process, ['signing'], `${process.id} cannot be canceled`)
    if (process.all_signed_at) throw wrongState(`All signers have signed ${process.id}: it can no longer be canceled.`)
    await endEarly(work, keyring, process, { status: 'canceled' })
  }
}

/** Ends a process whose last day is over; nothing when it is not, or has ended otherwise meanwhile. */
export async function expireProcess(work: Work, keyring: Keyring, id: string): Promise<void> {
  const process = await lockProcess(work.tx, work.client, id)
  if (process && process.status === 'signing' && !process.all_signed_at && isOver(work, process)) {
    await endEarly(work, keyring, process, { status: 'expired' })
  }
}

/** Whether the last day on which it can be signed is over. */
export function isOver({ now }: Pick<Work, 'now'>, { expiry_date }: Pick<ProcessRow, 'expiry_date'>): boolean {
  return expiry_date !== null && expiry_date < dayOf(now)
}
