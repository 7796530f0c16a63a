import { registeredFeatures } from '#kernel/pages/registry.ts'
import type { SearchGroup } from '#kernel/pages/search-provider.ts'

/** What all sources find; one that fails hides no other, unless all of them fail. */
export async function searchEverywhere(
  scope: 'employee' | 'manager',
  query: string,
  signal: AbortSignal,
): Promise<SearchGroup[]> {
  const providers = (await Promise.all(registeredFeatures().map(({ search }) => search?.() ?? []))).flat()
  const asked = providers.filter((provider) => provider.scope === scope)
  const answers = await Promise.allSettled(asked.map((provider) => provider.search(query, signal)))
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.filter((answer) => answer.status === 'rejected')
  if (failed && found.length === 0) throw failed.reason
  return found.filter(({ hits }) => hits.length > 0)
}
