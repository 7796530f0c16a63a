import type { Work } from '#kernel/work.ts'
import { SEAL } from '#modules/signatures/job-names.ts'
import { endEarly, isOver } from '#modules/signatures/processes/end-process.ts'
import { type RequestOrigin, recordEvidence } from '#modules/signatures/processes/evidence.ts'
import { expectStatus, getLockedProcess, getProcess, wrongState } from '#modules/signatures/processes/get-process.ts'
import { nameOfSigner } from '#modules/signatures/processes/present.ts'
import { type ProcessRow, updateProcess } from '#modules/signatures/processes/queries.ts'
import { askNext } from '#modules/signatures/processes/start-process.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { notFound } from '#platform/problem.ts'
import { type DrawingInput, parseDrawing } from './drawing.ts'
import { type SignerRow, updateSigner } from './queries.ts'

/** A signer who was asked for a signature. */
export type SignerRef = { processId: string; signerId: string }
/** What they do it with: a signature, and what they agreed to as it stood before them. */
type Signing = { drawing: DrawingInput; consent: string }

/** Signs for one signer. The last signature has the document sealed. */
export async function signProcess(
  work: Work,
  ref: SignerRef,
  { drawing, consent }: Signing,
  from: RequestOrigin,
): Promise<ProcessRow> {
  const { tx, client, now } = work
  const { process, signer } = await lockForSigner(work, ref)
  const { first_name, last_name, email } = signer
  await updateSigner(tx, client, signer.id, {
    status: 'signed',
    signed_at: now,
    drawing: parseDrawing(drawing),
    first_name,
    last_name,
    email,
  })
  await recordEvidence(work, process.id, { ...by(signer), action: 'signed', from, detail: consent })
  const others = process.signers.filter((one) => one.id !== signer.id)
  const isTurnOver = others.every((one) => one.status !== 'asked')
  const goesOn = !isTurnOver || (await askNext(work, { ...process, signers: others }))
  await updateProcess(tx, client, process.id, { updated_at: now, ...(goesOn ? {} : { all_signed_at: now }) })
  if (!goesOn) enqueue(work, SEAL, { client_id: client.id, process_id: process.id })
  return getProcess(tx, client, process.id)
}

type Rejection = { ref: SignerRef; reason: string; from: RequestOrigin }

/** Refuses to sign: the process ends. */
export async function rejectProcess(
  work: Work,
  keyring: Keyring,
  { ref, reason, from }: Rejection,
): Promise<ProcessRow> {
  const { process, signer } = await lockForSigner(work, ref)
  await updateSigner(work.tx, work.client, signer.id, {
    status: 'rejected',
    rejected_at: work.now,
    rejection_reason: reason,
  })
  return endEarly(work, keyring, process, { status: 'rejected', ending: { ...by(signer), from, detail: reason } })
}

/** Records when a signer first opened the document. */
export async function viewProcess(work: Work, ref: SignerRef, from: RequestOrigin): Promise<void> {
  const process = await getLockedProcess(work, ref.processId)
  const signer = process.signers.find((one) => one.id === ref.signerId)
  if (!signer || signer.viewed_at || process.status !== 'signing') return
  await updateSigner(work.tx, work.client, signer.id, { viewed_at: work.now })
  await recordEvidence(work, process.id, { ...by(signer), action: 'viewed', from })
}

const by = (signer: SignerRow) => ({ signerId: signer.id, name: nameOfSigner(signer) })

async function lockForSigner(work: Work, { processId, signerId }: SignerRef) {
  const process = await getLockedProcess(work, processId)
  const signer = process.signers.find((one) => one.id === signerId)
  if (!signer) throw notFound('signature process', processId)
  expectStatus(process, ['signing'], 'it cannot be signed')
  if (isOver(work, process)) throw wrongState('The deadline for signing has passed.')
  if (signer.status === 'waiting') throw wrongState('Others sign before you: you will be asked when it is your turn.')
  if (signer.status !== 'asked') throw wrongState('You have already answered.')
  return { process, signer }
}
