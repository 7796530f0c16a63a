import type { HeldType } from '#kernel/legal-hold.ts'
import { held } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { release } from './change-hold.ts'
import { holdText, storeHold } from './place-hold.ts'
import { listHoldsOfDocument, lockLegalHold } from './queries.ts'

/** A document that is locked until the transaction ends, so that nothing takes it away meanwhile. */
type LockedDocument = { id: string; key: string; kind: 'employee' | 'company' }

const NO_CRITERIA = {
  employee_keys: null,
  document_type_ids: null,
  organization_keys: null,
  date_since: null,
  date_until: null,
}

/**
 * Places or lifts the hold of one document. Undefined when there is nothing to change; otherwise what makes the change,
 * which tells of it. A matter is not lifted by one of its documents.
 */
export async function changeDocumentHold(
  work: Work,
  document: LockedDocument,
  isWanted: boolean,
): Promise<(() => Promise<unknown>) | undefined> {
  const { tx, client } = work
  const type: HeldType = `${document.kind}_document`
  const holds = await listHoldsOfDocument(tx, { client_id: client.id, type, id: document.id })
  const own = holds.find(({ kind }) => kind === 'document')
  if (isWanted) return own ? undefined : () => placeOn(work, document, type)
  if (holds.some(({ kind }) => kind === 'matter')) throw held(type, document.id)
  return own && (() => lift(work, own.id))
}

function placeOn(work: Work, { id, key, kind }: LockedDocument, type: HeldType) {
  const name = `Document ${id}`
  return storeHold(work, {
    ...NO_CRITERIA,
    id: uuidv7(work.now, work.nextPosition),
    kind: 'document',
    name,
    reason: 'Placed at the document',
    reference: null,
    scope: { document_ids: [id] },
    document_keys: [key],
    resource_types: [type],
    document_id: id,
    document_kind: kind,
    created_by: { ...work.actor, on_behalf_of: null },
    created_at: work.now,
    search_text: holdText({ name, reference: null }),
  })
}

async function lift(work: Work, id: string): Promise<void> {
  const row = await lockLegalHold(work.tx, work.client, id)
  if (!row || row.released_at) return
  await release(work, row, { by: { ...work.actor, on_behalf_of: null }, reason: 'Lifted at the document' })
}
