import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { invalid, notFound, Problem } from '#platform/problem.ts'
import { legalHoldDeleted } from './events.ts'
import { holdText } from './place-hold.ts'
import { presentLegalHold } from './present.ts'
import { describeLegalHold, type LegalHoldRow, lockLegalHold, storeRelease } from './queries.ts'
import { recordHold } from './record-hold.ts'
import type { HoldActor, LegalHold, LegalHoldPatch, ReleaseInput } from './schemas.ts'

/** Changes how a hold is described; what it covers does not change. */
export async function patchHold({ tx, client }: Work, id: string, patch: LegalHoldPatch): Promise<LegalHold> {
  const row = await lockLegalHold(tx, client, id)
  if (!row) throw notFound('legal hold', id)
  if (patch.scope !== undefined) throw invalid('scope', 'unchangeable', 'The scope cannot change; place another hold.')
  const { name = row.name, reason = row.reason, reference = row.reference } = patch
  const changed = { ...row, name, reason, reference }
  await describeLegalHold(tx, client, { ...changed, search_text: holdText(changed) })
  return presentLegalHold(changed)
}

export async function releaseHold(work: Work, id: string, input: ReleaseInput): Promise<LegalHold> {
  const row = await lockLegalHold(work.tx, work.client, id)
  if (!row) throw notFound('legal hold', id)
  const by = await actingManager(work, input.actor_technical_id, 'legal_holds:write')
  if (row.released_at) throw new Problem('malformed', 'invalid_state', 'The legal hold is released already.')
  return release(work, row, { by, reason: input.reason })
}

/** Ends a hold, and keeps the record of it. */
export async function release(
  work: Work,
  row: LegalHoldRow,
  { by, reason }: { by: HoldActor; reason: string },
): Promise<LegalHold> {
  work.renewNow()
  await storeRelease(work.tx, work.client, row.id, { by, at: work.now, reason })
  const released = presentLegalHold({ ...row, released_by: by, released_at: work.now, release_reason: reason })
  emit(work, legalHoldDeleted, released)
  recordHold(work, 'legal_hold.released', row, by)
  return released
}
