import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { createDocument } from '#modules/documents/index.ts'
import { processCompleted, processSent, processSigned } from '#modules/signatures/events.ts'
import { enqueueSignerMails } from '#modules/signatures/mails/enqueue-mails.ts'
import { notifyCallbackUrl } from '#modules/webhooks/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { invalid } from '#platform/problem.ts'
import { recordEvidence } from './evidence.ts'
import { expectStatus, getLockedProcess, getProcess } from './get-process.ts'
import { notifyOfEnd } from './notify-of-end.ts'
import { presentProcess, presentSigner } from './present.ts'
import { lockProcess, type ProcessRow, updateProcess } from './queries.ts'
import type { ArchiveInput } from './schemas.ts'

/** Spec, Events: a signatory profile of the kind user or other is an external one; those of employees are not. */
const hasExternalProfile = ({ signers }: ProcessRow) => signers.some((one) => one.type !== 'employee')

/** Mails the signed document to all its signers. */
export async function sendProcess(work: Work, id: string): Promise<ProcessRow> {
  const { tx, client, now } = work
  const process = await getLockedProcess(work, id)
  expectStatus(process, ['signed'], 'only what all have signed, and what was not sent yet, can be sent')
  await updateProcess(tx, client, id, { status: 'sent', sent_at: now, updated_at: now })
  await recordEvidence(work, id, { action: 'sent' })
  enqueueSignerMails(work, id, process.signers, 'signed_document')
  const sent = await getProcess(tx, client, id)
  const shown = presentProcess(sent)
  if (hasExternalProfile(sent)) emit(work, processSent, shown)
  const inOrder = sent.signers.toSorted((one, other) => Number(one.signed_at) - Number(other.signed_at))
  for (const signer of inOrder) emit(work, processSigned, { ...shown, signer: presentSigner(signer) })
  return sent
}

type ArchiveDeps = { blobs: Blobs; keyring: Keyring }

/** Files the signed document in the folder of an employee. What is not given is as the process says. */
export async function archiveProcess(
  work: Work,
  { blobs, keyring }: ArchiveDeps,
  id: string,
  input: ArchiveInput,
): Promise<ProcessRow> {
  const { tx, client, now } = work
  const process = await getLockedProcess(work, id)
  expectStatus(process, ['signed', 'sent'], 'only what all have signed, and what was not filed yet, can be archived')
  const { sealed } = process
  if (!sealed) throw new Error(`The signature process ${id} is ${process.status} without a sealed document.`)
  const code = input.document_type_code ?? process.document_type_code
  const filed = await createDocument(
    work,
    {
      title: process.title,
      ...(code === null ? {} : { document_type_code: code }),
      employee_technical_id: input.employee_technical_id ?? process.employee_technical_id,
      document_type_metas: input.document_type_metas ?? process.metas,
      document_type_filters: input.document_type_filters ?? process.filters,
      ...(process.signed_at && { date: process.signed_at.toISOString() }),
    },
    { ...sealed, content_type: 'application/pdf', sizeBytes: Number(sealed.size) },
    { blobs, origin: 'signature', kind: 'employee', fileField: 'document_type_code' },
  )
  await updateProcess(tx, client, id, { status: 'done', document_id: filed.id, ended_at: now, updated_at: now })
  await recordEvidence(work, id, { action: 'archived' })
  const done = await getProcess(tx, client, id)
  if (hasExternalProfile(done)) {
    const event = emit(work, processCompleted, presentProcess(done))
    await notifyCallbackUrl(work, keyring, { url: done.callback_url, event })
  } else await notifyOfEnd(work, keyring, done, 'completed')
  return done
}

/** The same for a process that is named in the body of a call. */
export async function archiveNamed(
  work: Work,
  deps: ArchiveDeps,
  { signature_process_id: id, ...input }: ArchiveInput & { signature_process_id: string },
): Promise<void> {
  if (!(await lockProcess(work.tx, work.client, id))) {
    throw invalid('signature_process_id', 'unknown_signature_process', `Signature process ${id} not found.`)
  }
  await archiveProcess(work, deps, id, input)
}
