import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import { actingSubject } from '#modules/governance/acting-manager.ts'
import type { LegalHoldRow } from './queries.ts'
import type { HoldActor } from './schemas.ts'

/** Neither its name nor its reason: the trail keeps them from going when the people in them do. */
export function recordHold(
  work: Work,
  action: 'legal_hold.placed' | 'legal_hold.released',
  { id, kind, document_id }: Pick<LegalHoldRow, 'id' | 'kind' | 'document_id'>,
  by: HoldActor,
): void {
  recordAudit(work, {
    action,
    subject: actingSubject(work, by.on_behalf_of?.technical_id),
    resource: { type: 'legal_hold', id },
    details: { kind, ...(document_id === null ? {} : { document_id }) },
  })
}
