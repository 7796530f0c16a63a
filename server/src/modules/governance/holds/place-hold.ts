import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { conflict } from '#platform/problem.ts'
import { searchText } from '#platform/text/search-text.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { legalHoldCreated } from './events.ts'
import { refuseWithoutGuards } from './guard-triggers.ts'
import { presentLegalHold } from './present.ts'
import { countOpenHolds, coverFitting, findLegalHold, insertLegalHold, type NewLegalHold } from './queries.ts'
import { recordHold } from './record-hold.ts'
import { resolveScope } from './resolve-scope.ts'
import type { LegalHold, LegalHoldInput } from './schemas.ts'

/** Each change of a document is compared with every open hold, hence a limit. */
const MAX_OPEN = 1000

/** Places a matter. Once it is answered, nothing that it covers can go. */
export async function placeHold(work: Work, input: LegalHoldInput): Promise<LegalHold> {
  const { name, reason, reference = null, scope, actor_technical_id } = input
  const created_by = await actingManager(work, actor_technical_id, 'legal_holds:write')
  const criteria = await resolveScope(work, scope)
  await refuseWithoutGuards(work.tx)
  // The changes that have not seen the hold end first, and those that begin later see it.
  await takeLock(work.tx, `legal holds ${work.client.id}`)
  work.renewNow()
  return storeHold(work, {
    id: uuidv7(work.now, work.nextPosition),
    kind: 'matter',
    name,
    reason,
    reference,
    scope,
    ...criteria,
    document_id: null,
    document_kind: null,
    created_by,
    created_at: work.now,
    search_text: holdText({ name, reference }),
  })
}

/** Stores a hold with what it covers, and tells of it. */
export async function storeHold(work: Work, hold: NewLegalHold): Promise<LegalHold> {
  const { tx, client, now } = work
  if ((await countOpenHolds(tx, client, MAX_OPEN)) >= MAX_OPEN) {
    throw conflict('too_many_legal_holds', `A client can have at most ${MAX_OPEN} open legal holds.`)
  }
  await insertLegalHold(tx, client, hold)
  await coverFitting(tx, client, hold.id, now)
  const row = await findLegalHold(tx, client, hold.id)
  if (!row) throw new Error('The legal hold that was just stored does not exist.')
  const placed = presentLegalHold(row)
  emit(work, legalHoldCreated, placed)
  recordHold(work, 'legal_hold.placed', row, row.created_by)
  return placed
}

/** How a hold is found. */
export function holdText({ name, reference }: { name: string; reference: string | null }): string {
  return searchText([name, ...(reference === null ? [] : [reference])])
}
