import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { processUpdated } from '#modules/signatures/events.ts'
import { enqueueSignerMails } from '#modules/signatures/mails/enqueue-mails.ts'
import { type SignerRow, updateSigner } from '#modules/signatures/signing/queries.ts'
import { findSignatureType } from '#modules/signatures/types/queries.ts'
import { invalid, invalidFields, notFound } from '#platform/problem.ts'
import { checkExpiry, dayOf } from './check-process.ts'
import { isOver } from './end-process.ts'
import { recordEvidence } from './evidence.ts'
import { expectStatus, getLockedProcess, getProcess, wrongState } from './get-process.ts'
import { nameOfSigner, presentProcess } from './present.ts'
import { type ProcessRow, updateProcess } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Asks those who sign first for their signatures. */
export async function startProcess(work: Work, id: string): Promise<ProcessRow> {
  const { tx, client, now } = work
  const process = await getLockedProcess(work, id)
  expectStatus(process, ['draft'], 'it was started already')
  const errors = checkExpiry(work, process.expiry_date)
  if (errors.length > 0) throw invalidFields(errors)
  const expiry_date = process.expiry_date ?? (await usualExpiry(work, process))
  await updateProcess(tx, client, id, { status: 'signing', started_at: now, expiry_date, updated_at: now })
  await recordEvidence(work, id, { action: 'started' })
  await askNext(work, process)
  const started = await getProcess(tx, client, id)
  emit(work, processUpdated, presentProcess(started))
  return started
}

async function usualExpiry({ tx, client, now }: Work, process: ProcessRow): Promise<string | null> {
  const type = await findSignatureType(tx, client, process.signature_type_id)
  return type?.expiry_days ? dayOf(new Date(now.getTime() + type.expiry_days * DAY_MS)) : null
}

/** Asks the next signers: all that wait with the lowest order. Returns whether there were any. */
export async function askNext(work: Work, { id, signers }: ProcessRow): Promise<boolean> {
  const waiting = signers.filter((one) => one.status === 'waiting')
  const turn = Math.min(...waiting.map((one) => one.signing_order))
  const next = waiting.filter((one) => one.signing_order === turn)
  for (const signer of next) {
    await updateSigner(work.tx, work.client, signer.id, { status: 'asked', asked_at: work.now })
    await recordEvidence(work, id, { action: 'asked', signerId: signer.id, name: nameOfSigner(signer) })
  }
  enqueueSignerMails(work, id, next, 'asked')
  return next.length > 0
}

/** Mails a reminder to a signer who was asked and has not answered. */
export async function remindSigner(work: Work, id: string, signerId: string): Promise<void> {
  const process = await getLockedProcess(work, id)
  const signer = process.signers.find((one) => one.id === signerId)
  if (!signer) throw notFound('signer', signerId)
  expectStatus(process, ['signing'], 'no signer can be reminded')
  if (isOver(work, process)) throw wrongState('The deadline for signing has passed.')
  if (signer.status !== 'asked') throw wrongState(`The signer is ${signer.status} and cannot be reminded.`)
  if (!signer.email) throw invalid('email', 'required', 'This signer has no e-mail address.')
  await remind(work, id, signer)
}

export async function remind(work: Work, processId: string, signer: SignerRow): Promise<void> {
  await updateSigner(work.tx, work.client, signer.id, { reminded_at: work.now })
  await recordEvidence(work, processId, { action: 'reminded', signerId: signer.id, name: nameOfSigner(signer) })
  enqueueSignerMails(work, processId, [signer], 'reminder')
}
