import { isDeepStrictEqual } from 'node:util'
import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { lockDirectoryShared } from '#modules/directory/index.ts'
import { checkAttributes } from '#modules/documents/filing/check-attributes.ts'
import { documentSearchText, externalIdTaken } from '#modules/documents/filing/create-document.ts'
import { checkExtension, findFiling, findFilingType, typeField } from '#modules/documents/filing/find-filing.ts'
import type { FilingOrganization, FilingType } from '#modules/documents/filing/queries.ts'
import { lockTypesShared } from '#modules/documents/types/lock-types.ts'
import { releaseDocument } from '#modules/documents/vault/link-queries.ts'
import { changeDocumentHold, isUnderHold } from '#modules/governance/index.ts'
import { invalidFields } from '#platform/problem.ts'
import { toSeconds, whenOf } from '#platform/time/moment.ts'
import { documentUpdated } from './events.ts'
import { getLockedDocument } from './get-document.ts'
import { presentDocument } from './present.ts'
import { type DocumentRow, updateDocument } from './queries.ts'
import type { Document, DocumentPatch, Kind } from './schemas.ts'

/** Changes what is given of a document, and nothing else; nothing happens when that is what it is already. */
export async function patchDocument(work: Work, kind: Kind, id: string, patch: DocumentPatch): Promise<Document> {
  if (patch.organization_codes) await lockDirectoryShared(work)
  if (isRetyped(patch)) await lockTypesShared(work)
  const before = await getLockedDocument(work, kind, id)
  const filing = await checkPatch(work, before, patch)
  const { legal_hold } = patch
  const changeHold = legal_hold === undefined ? undefined : await changeDocumentHold(work, before, legal_hold)
  const after = changed(before, patch, filing)
  if (!changeHold && isDeepStrictEqual(after, before)) return presentDocument(before)
  const stored = { ...after, updated_at: work.now }
  if (!(await storeDocument(work, stored))) throw externalIdTaken(stored.external_unique_id)
  // What it is now may fit a matter.
  const isHeldNow = changeHold ? stored.legal_hold : await isUnderHold(work, `${kind}_document`, id)
  const released = stored.is_withheld && stored.is_visible ? await release(work, stored) : stored
  const row = { ...released, legal_hold: isHeldNow }
  const document = presentDocument(row)
  emit(work, documentUpdated[kind], document)
  await changeHold?.()
  return document
}

/** Stores a document as it is to be; false when another one has its external_unique_id. */
export function storeDocument({ tx }: Work, row: DocumentRow): Promise<boolean> {
  const { document_type_id, organization_keys, title, external_unique_id, external_reference, date, metas, filters } =
    row
  const { api_uploader_name, is_linked, trashed_at, updated_at } = row
  return updateDocument(tx, row, {
    document_type_id,
    organization_keys,
    title,
    external_unique_id,
    external_reference,
    date,
    metas,
    filters,
    api_uploader_name,
    is_linked,
    trashed_at,
    updated_at,
    search_text: documentSearchText(row),
  })
}

/** Its new type lets the employee see it: the vault receives it. */
async function release({ tx, client, now }: Work, row: DocumentRow): Promise<DocumentRow> {
  await releaseDocument(tx, {
    client_id: client.id,
    document_type_id: row.document_type_id,
    now,
    document_key: row.key,
  })
  return { ...row, is_linked: true, is_withheld: false }
}

function isRetyped({ document_type_code, document_type_id }: DocumentPatch): boolean {
  return document_type_code !== undefined || document_type_id !== undefined
}

type PatchedFiling = { type: FilingType; organizations: FilingOrganization[] | undefined }

/**
 * What a document has is not checked again, unless its type changes: the type may have other rules by now, and the employee
 * may have been deleted.
 */
async function checkPatch({ tx, client }: Work, before: DocumentRow, patch: DocumentPatch): Promise<PatchedFiling> {
  const retyped = isRetyped(patch)
  const named = retyped ? patch : { document_type_id: before.document_type_id }
  const { employee_technical_id, kind } = before
  const placed = patch.organization_codes
    ? await findFiling(
        tx,
        client,
        { ...named, employee_technical_id, organization_codes: patch.organization_codes },
        kind,
      )
    : { filing: { type: await findFilingType(tx, client, named, kind), organizations: undefined }, errors: [] }
  const mistakes = [...placed.errors]
  if (placed.filing) {
    const { type } = placed.filing
    const { document_type_metas = before.metas, document_type_filters = before.filters } = patch
    if (retyped) mistakes.push(...checkExtension(type, before.filename, typeField(patch)))
    if (retyped || patch.document_type_metas) {
      mistakes.push(...checkAttributes('metas', type.metas, document_type_metas))
    }
    if (retyped || patch.document_type_filters) {
      mistakes.push(...checkAttributes('filters', type.filters, document_type_filters))
    }
  }
  if (!placed.filing || mistakes.length > 0) throw invalidFields(mistakes)
  return placed.filing
}

function changed(before: DocumentRow, patch: DocumentPatch, { type, organizations }: PatchedFiling): DocumentRow {
  const { external_unique_id = before.external_unique_id, external_reference = before.external_reference } = patch
  return {
    ...before,
    title: patch.title ?? before.title,
    document_type_id: type.id,
    document_type_code: type.code,
    is_visible: type.visible_by_employee,
    ...(organizations && {
      organization_keys: organizations.map((one) => one.key),
      organization_codes: organizations.map((one) => one.code),
    }),
    external_unique_id,
    external_reference: external_unique_id === null ? external_reference : null,
    date: patch.date === undefined ? before.date : toSeconds(whenOf(patch.date)),
    metas: patch.document_type_metas ?? before.metas,
    filters: patch.document_type_filters ?? before.filters,
    api_uploader_name: patch.api_uploader_name === undefined ? before.api_uploader_name : patch.api_uploader_name,
    legal_hold: patch.legal_hold ?? before.legal_hold,
  }
}
