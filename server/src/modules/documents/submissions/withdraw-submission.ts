import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import { held } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import { documentEntry } from '#modules/documents/audit-entries.ts'
import { documentRestored, documentTrashed } from '#modules/documents/events.ts'
import type { DocumentFile } from '#modules/documents/filing/create-document.ts'
import { type FolderOwner, getFolderDocument } from '#modules/documents/folder/folder-documents.ts'
import type { FolderDocument } from '#modules/documents/folder/schemas.ts'
import { getLockedDocument } from '#modules/documents/get-document.ts'
import { storeDocument } from '#modules/documents/patch-document.ts'
import { presentDocument } from '#modules/documents/present.ts'
import type { DocumentRow } from '#modules/documents/queries.ts'
import { vaultLockName } from '#modules/documents/vault/link-vault.ts'
import { refuseIfProtected } from '#modules/governance/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { findSubmission, markWithdrawn, reachesVault, type SubmissionRow } from './queries.ts'
import { submitDocument } from './submit-document.ts'
import { WITHDRAWAL_MS, withdrawableUntil } from './withdrawable-until.ts'

/**
 * Takes back what an employee just sent: the document goes to the trash of the company, which may have to keep it, and out of
 * the vault. Nothing happens to one that was withdrawn already.
 */
export async function withdrawSubmission(work: Work, owner: FolderOwner, id: string): Promise<void> {
  const { row, upload } = await lockSubmission(work, owner, id)
  if (upload?.withdrawn_at && row.trashed_at) return
  if (row.trashed_at) throw notFound('document', id)
  if (row.legal_hold) throw held(`${row.kind}_document`, id)
  if (withdrawableUntil(row, upload, work.now) === null) throw notWithdrawable()
  await refuseIfProtected(work, `${row.kind}_document`, id)
  await markWithdrawn(work.tx, row, { withdrawnAt: work.now, now: work.now })
  const withdrawn = { ...row, is_linked: false, trashed_at: work.now, updated_at: work.now }
  await storeDocument(work, withdrawn)
  emit(work, documentTrashed.employee, presentDocument(withdrawn))
  recordAudit(work, documentEntry('document.trashed', row))
}

/** Brings back what an employee withdrew, to the vault too if it was there. */
export async function restoreSubmission(work: Work, owner: FolderOwner, id: string): Promise<void> {
  const { row, upload } = await lockSubmission(work, owner, id)
  if (!row.trashed_at) return
  if (!upload?.withdrawn_at) throw notFound('document', id)
  if (work.now.getTime() - upload.withdrawn_at.getTime() > WITHDRAWAL_MS) throw notWithdrawable()
  const isLinked = upload.was_linked && (await reachesVault(work.tx, row))
  const restored = { ...row, is_linked: isLinked, trashed_at: null, updated_at: work.now }
  await storeDocument(work, restored)
  await markWithdrawn(work.tx, restored, { withdrawnAt: null, now: work.now })
  emit(work, documentRestored.employee, presentDocument(restored))
}

type Replacement = { id: string; file: DocumentFile }

/** Files another file in place of a document that was just sent, under the same type, title, date and attributes. */
export async function replaceSubmission(
  work: Work,
  owner: FolderOwner,
  { id, file }: Replacement,
  blobs: Blobs,
): Promise<FolderDocument> {
  const before = await getFolderDocument(work.tx, work.client, owner, id)
  const data = {
    document_type_code: before.document_type_code,
    title: before.title,
    date: before.date.toISOString(),
    metas: before.metas,
    filters: before.filters,
  }
  const document = await submitDocument(work, owner, { data, file }, blobs)
  await withdrawSubmission(work, owner, id)
  return document
}

async function lockSubmission(
  work: Work,
  { technical_id }: FolderOwner,
  id: string,
): Promise<{ row: DocumentRow; upload: SubmissionRow | undefined }> {
  // Unlinking the vault takes its lock before those of the documents; so does this.
  await takeSharedLocks(work.tx, [vaultLockName(work.client, technical_id)])
  const row = await getLockedDocument(work, 'employee', id)
  if (row.employee_technical_id !== technical_id) throw notFound('document', id)
  const upload = await findSubmission(work.tx, row)
  if (!upload && !row.is_visible) throw notFound('document', id)
  return { row, upload }
}

const TERMS = 'within 24 hours and as long as HR has not changed it'

function notWithdrawable() {
  return conflict('not_withdrawable', `Only documents that you sent yourself can be withdrawn, ${TERMS}.`)
}
