import { isDeepStrictEqual } from 'node:util'
import { holdDirectory } from '#modules/directory/index.ts'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { whenOf } from '#platform/http/moment.ts'
import { invalidFields } from '#platform/problem.ts'
import { checkAttributes } from './check-attributes.ts'
import { documentSearchText, taken } from './create-document.ts'
import { type DocumentRow, updateDocument } from './document-queries.ts'
import type { Document, DocumentPatch, Kind } from './document-schemas.ts'
import { documentUpdated, legalHoldCreated, legalHoldDeleted } from './events.ts'
import { checkExtension, type Filing, findFiling } from './filing.ts'
import { getLockedDocument } from './get-document.ts'
import { presentDocument } from './present-document.ts'

/** Changes what is given of a document, and nothing else; nothing happens when that is what it is already. */
export async function patchDocument(work: Work, kind: Kind, id: string, patch: DocumentPatch): Promise<Document> {
  if (patch.organization_codes) await holdDirectory(work)
  const before = await getLockedDocument(work, kind, id)
  const filing = await checkPatch(work, before, patch)
  const after = changed(before, patch, filing)
  if (isDeepStrictEqual(after, before)) return presentDocument(before)
  const row = { ...after, updated_at: work.now }
  if (!(await storeDocument(work, row))) throw taken(row.external_unique_id)
  const document = presentDocument(row)
  emit(work, documentUpdated[kind], document)
  if (before.legal_hold !== row.legal_hold) {
    const hold = { id: row.id, document_id: row.id, document_kind: kind }
    emit(work, row.legal_hold ? legalHoldCreated : legalHoldDeleted, hold)
  }
  return document
}

/** Stores a document as it is to be; false when another one has its external_unique_id. */
export function storeDocument({ tx }: Work, row: DocumentRow): Promise<boolean> {
  const { document_type_id, organization_keys, title, external_unique_id, external_reference, date, metas, filters } =
    row
  const { api_uploader_name, is_linked, legal_hold, trashed_at, updated_at } = row
  return updateDocument(tx, row, {
    ...{ document_type_id, organization_keys, title, external_unique_id, external_reference, date, metas, filters },
    ...{ api_uploader_name, is_linked, legal_hold, trashed_at, updated_at, search_text: documentSearchText(row) },
  })
}

/** What a document has is not checked again, unless its type changes: the type may have other rules by now. */
async function checkPatch({ tx, client }: Work, before: DocumentRow, patch: DocumentPatch): Promise<Filing> {
  const named = patch.document_type_code ?? patch.document_type_id
  const { filing, errors } = await findFiling(
    tx,
    client,
    {
      ...(named === undefined ? { document_type_id: before.document_type_id } : patch),
      employee_technical_id: before.employee_technical_id,
      organization_codes: patch.organization_codes ?? before.organization_codes,
    },
    before.kind,
  )
  const mistakes = patch.organization_codes
    ? errors
    : errors.filter((one) => !one.field.startsWith('organization_codes'))
  const type = filing?.type
  if (type) {
    const { document_type_metas = before.metas, document_type_filters = before.filters } = patch
    if (named !== undefined) mistakes.push(...checkExtension(type, before.filename, 'document_type_code'))
    if (named !== undefined || patch.document_type_metas) {
      mistakes.push(...checkAttributes('metas', type.metas, document_type_metas))
    }
    if (named !== undefined || patch.document_type_filters) {
      mistakes.push(...checkAttributes('filters', type.filters, document_type_filters))
    }
  }
  if (!filing || mistakes.length > 0) throw invalidFields(mistakes)
  return filing
}

function changed(before: DocumentRow, patch: DocumentPatch, { type, organizations }: Filing): DocumentRow {
  const { external_unique_id = before.external_unique_id, external_reference = before.external_reference } = patch
  return {
    ...before,
    title: patch.title ?? before.title,
    document_type_id: type.id,
    document_type_code: type.code,
    ...(patch.organization_codes && {
      organization_keys: organizations.map((one) => one.key),
      organization_codes: organizations.map((one) => one.code),
    }),
    external_unique_id,
    external_reference: external_unique_id === null ? external_reference : null,
    date: patch.date === undefined ? before.date : whenOf(patch.date),
    metas: patch.document_type_metas ?? before.metas,
    filters: patch.document_type_filters ?? before.filters,
    api_uploader_name: patch.api_uploader_name === undefined ? before.api_uploader_name : patch.api_uploader_name,
    legal_hold: patch.legal_hold ?? before.legal_hold,
  }
}
