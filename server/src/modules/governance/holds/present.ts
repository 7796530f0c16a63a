import { inSeconds } from '#platform/time/dates.ts'
import type { LegalHoldRow } from './queries.ts'
import type { HoldActor, LegalHold } from './schemas.ts'

export function presentLegalHold(row: LegalHoldRow): LegalHold {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    reason: row.reason,
    reference: row.reference,
    scope: {
      employee_technical_ids: [],
      document_ids: [],
      document_type_codes: [],
      organization_codes: [],
      include_below: true,
      date_since: null,
      date_until: null,
      resource_types: [],
      ...row.scope,
    },
    status: row.released_at ? 'released' : 'open',
    counts: row.counts,
    created_by: presentActor(row.created_by),
    created_at: inSeconds(row.created_at),
    released_by: row.released_by && presentActor(row.released_by),
    released_at: row.released_at && inSeconds(row.released_at),
    release_reason: row.release_reason,
    document_id: row.document_id,
    document_kind: row.document_kind,
  }
}

/** In the order that answers have; the database keeps another. */
function presentActor({ type, id, name, on_behalf_of }: HoldActor): HoldActor {
  return { type, id, name, on_behalf_of }
}
