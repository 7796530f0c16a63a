import { type OpenWork, runAndRollBack } from '#kernel/run-and-roll-back.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { countFitting, insertLegalHold, type ResourceOfHold, sampleFitting } from './queries.ts'
import { resolveScope } from './resolve-scope.ts'
import type { ScopeInput } from './schemas.ts'

const SAMPLES_OF_A_TYPE = 3

/**
 * What a matter with this scope would cover now. The hold is stored, compared, and taken back: what counts here is what
 * counts when it is placed. Nothing waits for it, since it takes no lock.
 */
export function previewHold(
  openWork: OpenWork,
  scope: ScopeInput,
): Promise<{ counts: Record<string, number>; samples: ResourceOfHold[] }> {
  return runAndRollBack(openWork, async (work) => {
    const { tx, client, now, actor } = work
    const id = uuidv7(now, work.nextPosition)
    await insertLegalHold(tx, client, {
      id,
      kind: 'matter',
      name: '',
      reason: '',
      reference: null,
      scope,
      ...(await resolveScope(work, scope)),
      document_id: null,
      document_kind: null,
      created_by: { ...actor, on_behalf_of: null },
      created_at: now,
      search_text: '',
    })
    return {
      counts: await countFitting(tx, client, id),
      samples: await sampleFitting(tx, client, { id, most: SAMPLES_OF_A_TYPE }),
    }
  })
}
