import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import { held } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import { documentEntry } from '#modules/documents/audit-entries.ts'
import { documentDeleted, documentRestored, documentTrashed, documentUnlinked } from '#modules/documents/events.ts'
import { getLockedDocument } from '#modules/documents/get-document.ts'
import { storeDocument } from '#modules/documents/patch-document.ts'
import { presentDocument } from '#modules/documents/present.ts'
import { type DocumentRow, deleteDocumentRow } from '#modules/documents/queries.ts'
import type { Document, Kind } from '#modules/documents/schemas.ts'
import { refuseIfProtected } from '#modules/governance/index.ts'
import { notFound } from '#platform/problem.ts'

/** Moves a document to the trash; does nothing if it is there already. */
export async function trashDocument(work: Work, kind: Kind, id: string): Promise<Document> {
  const before = await getLockedDocument(work, kind, id)
  await refuseIfKept(work, before)
  if (before.trashed_at) return presentDocument(before)
  const document = await store(work, { ...before, trashed_at: work.now })
  emit(work, documentTrashed[kind], document)
  recordAudit(work, documentEntry('document.trashed', before))
  return document
}

/** Restores a document from the trash; does nothing if it is not there. */
export async function untrashDocument(work: Work, kind: Kind, id: string): Promise<Document> {
  const before = await getLockedDocument(work, kind, id)
  if (!before.trashed_at) return presentDocument(before)
  const document = await store(work, { ...before, trashed_at: null })
  emit(work, documentRestored[kind], document)
  return document
}

/**
 * Deletes a document permanently, in the trash or not; the vault keeps its copy. The bytes go with the next
 * sweep, unless a vault or another document has them.
 */
export async function deleteDocument(work: Work, kind: Kind, id: string): Promise<void> {
  const before = await getLockedDocument(work, kind, id)
  await refuseIfKept(work, before)
  await deleteDocumentRow(work.tx, before)
  emit(work, documentDeleted[kind], presentDocument(before))
  recordAudit(work, documentEntry('document.deleted', before))
}

/** Takes a document out of the employee's vault; it stays in the folder. */
export async function unlinkDocument(work: Work, technicalId: string, id: string): Promise<void> {
  const before = await getLockedDocument(work, 'employee', id)
  if (before.employee_technical_id !== technicalId) throw notFound('employee document', id)
  if (!(before.is_linked && before.is_visible)) throw notFound('link to the vault of the document', id)
  emit(work, documentUnlinked, await store(work, { ...before, is_linked: false }))
}

async function store(work: Work, row: DocumentRow): Promise<Document> {
  const changed = { ...row, updated_at: work.now }
  await storeDocument(work, changed)
  return presentDocument(changed)
}

async function refuseIfKept(work: Work, { id, kind, legal_hold }: DocumentRow): Promise<void> {
  if (legal_hold) throw held(`${kind}_document`, id)
  await refuseIfProtected(work, `${kind}_document`, id)
}
