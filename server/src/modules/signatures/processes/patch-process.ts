import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { refuseIfKept } from '#modules/governance/index.ts'
import { processDeleted, processUpdated } from '#modules/signatures/events.ts'
import { checkSigners } from '#modules/signatures/signing/check-signers.ts'
import { replaceSigners } from '#modules/signatures/signing/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { invalidFields } from '#platform/problem.ts'
import { searchText } from '#platform/text/search-text.ts'
import { checkSettings } from './check-process.ts'
import { putOriginal } from './create-process.ts'
import { recordEvidence } from './evidence.ts'
import { expectStatus, getLockedProcess, getProcess } from './get-process.ts'
import { presentProcess } from './present.ts'
import { deleteProcessRow, type FileRow, type ProcessRow, updateProcess } from './queries.ts'
import type { ProcessPatch, SignerInput } from './schemas.ts'

type PatchedProcess = { id: string; input: Omit<ProcessPatch, 'upload_id'>; file?: FileRow | undefined }

/** Changes a draft: what is given, and nothing else. `file` is the document that takes the place of the one it has. */
export async function patchProcess(work: Work, blobs: Blobs, { id, input, file }: PatchedProcess): Promise<ProcessRow> {
  const { tx, client } = work
  const before = await getLockedProcess(work, id)
  expectStatus(before, ['draft'], 'only a draft can be changed')
  const settings = await checkSettings(work, { ...input, ...filingOf(before, input) })
  // Unchanged signers are validated again: the new document may have fewer pages.
  const signers = input.signers ?? before.signers.map(asInput)
  const checked = await checkSigners(work, signers, (file ?? before.original).page_count)
  const errors = [...settings.errors, ...checked.errors]
  if (errors.length > 0) throw invalidFields(errors)
  if (file) {
    await lockBlob(tx, blobs, file.sha256)
    await putOriginal(work, id, file)
  }
  if (input.signers) await replaceSigners(tx, client, id, checked.signers)
  const search_text = searchText([input.title ?? before.title, ...checked.names])
  await updateProcess(tx, client, id, { ...settings.changes, search_text })
  if (isDeepStrictEqual(comparable(before), comparable(await getProcess(tx, client, id)))) return before
  await updateProcess(tx, client, id, { updated_at: work.now })
  await recordEvidence(work, id, { action: 'changed' })
  const after = await getProcess(tx, client, id)
  emit(work, processUpdated, presentProcess(after))
  return after
}

/** Metas are checked against the type that the process has from now on. */
function filingOf(before: ProcessRow, input: Omit<ProcessPatch, 'upload_id'>): ProcessPatch {
  const { document_type_code, document_type_metas, document_type_filters } = input
  if (document_type_code === undefined && !document_type_metas && !document_type_filters) return {}
  return {
    document_type_code: document_type_code === undefined ? before.document_type_code : document_type_code,
    document_type_metas: document_type_metas ?? before.metas,
    document_type_filters: document_type_filters ?? before.filters,
  }
}

function asInput({ type, technical_id, first_name, last_name, email, signing_order, positions }: SignerInput) {
  return { type, technical_id, first_name, last_name, email, signing_order, positions } as SignerInput
}

/** Signers who are named again are the same, though they get new ids. */
function comparable(process: ProcessRow) {
  const { updated_at: _, signers, ...rest } = presentProcess(process)
  return { ...rest, signers: signers.map(({ id: __, ...signer }) => signer) }
}

/** Deletes a process with everything that is known of it; a document that was filed stays. */
export async function deleteProcess(work: Work, id: string): Promise<void> {
  const process = await getLockedProcess(work, id)
  if (process.status === 'signing') expectStatus(process, [], 'cancel it first')
  await refuseIfKept(work, 'signature_process', id)
  await deleteProcessRow(work.tx, { client_id: work.client.id, id })
  emit(work, processDeleted, presentProcess(process))
}
