import type { Work } from '#kernel/work.ts'
import { actingManager } from '#modules/governance/acting-manager.ts'
import { invalid } from '#platform/problem.ts'

/** The manager who decides: named by an application, logged in otherwise. */
export async function decidingPerson(
  work: Work,
  technicalId: string | undefined,
): Promise<{ technical_id: string; name: string }> {
  const { type, id, name, on_behalf_of } = await actingManager(work, technicalId, 'disposals:write')
  if (on_behalf_of) return on_behalf_of
  if (type !== 'user' || id === null) {
    throw invalid('actor_technical_id', 'required', 'An application names the manager who decides.')
  }
  return { technical_id: id, name: name ?? id }
}
