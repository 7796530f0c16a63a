import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Disposed, Disposer } from '#kernel/disposer.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { documentEntry } from '#modules/documents/audit-entries.ts'
import { documentTrashed } from '#modules/documents/events.ts'
import { presentDocument } from '#modules/documents/present.ts'
import { forgottenPreviews } from '#modules/documents/previews/queries.ts'
import { type DocumentRow, lockDocuments, trashDocumentRows } from '#modules/documents/queries.ts'
import type { Kind } from '#modules/documents/schemas.ts'
import { deleteDocuments } from './delete-documents.ts'

/** Documents go into the trash, or for good: with their notes, and the vault keeps its copies. */
export const documentDisposers: readonly Disposer[] = (['employee', 'company'] as const).map((kind) => ({
  resourceType: `${kind}_document`,
  dispose: (work, ids, action) => (action === 'trash' ? trashAll(work, kind, ids) : deleteAll(work, kind, ids)),
  madeOfFiles: forgottenPreviews,
}))

async function trashAll(work: Work, kind: Kind, ids: readonly string[]): Promise<Disposed> {
  const { tx, client, now } = work
  const rows = (await lockDocuments(tx, client, kind, ids)).filter((row) => !row.trashed_at)
  await trashDocumentRows(tx, client, keysOf(rows), now)
  for (const row of rows) {
    emit(work, documentTrashed[kind], presentDocument({ ...row, trashed_at: now, updated_at: now }))
    recordAudit(work, documentEntry('document.trashed', row))
  }
  return { gone: rows.map(({ id }) => ({ id, files: [] })) }
}

async function deleteAll(work: Work, kind: Kind, ids: readonly string[]): Promise<Disposed> {
  const rows = await deleteDocuments(work, kind, ids)
  for (const row of rows) recordAudit(work, documentEntry('document.deleted', { kind, ...row }))
  return { gone: rows.map(({ id, sha256, size }) => ({ id, files: [{ sha256, size: Number(size) }] })) }
}

const keysOf = (rows: readonly DocumentRow[]) => rows.map(({ key }) => key)
