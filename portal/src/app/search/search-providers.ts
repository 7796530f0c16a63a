import { appWords } from '#app/words.ts'
import type { SearchGroup, SearchHit, SearchProvider } from '#kernel/pages/search-provider.ts'
import { textOf, type Word, word } from '#ui/language/words.ts'

type Find = (query: string, signal: AbortSignal) => Promise<SearchHit[]>

/** Who gives hits to the search of the header. What looks for them is loaded when somebody searches. */
const articles = () => import('#features/articles/search.ts')
const folders = () => import('#features/documents/search.ts')

const PROVIDERS: SearchProvider[] = [
  {
    scope: 'employee',
    search: async (query, signal) => (await import('#features/search/search.ts')).searchForEmployee(query, signal),
  },
  forManagers(word(appWords, 'found.employees'), async (query, signal) =>
    (await folders()).searchEmployees(query, signal),
  ),
  forManagers(word(appWords, 'found.documents'), async (query, signal) =>
    (await folders()).searchDocuments(query, signal),
  ),
  forManagers(word(appWords, 'found.articles'), async (query, signal) => (await articles()).search(query, signal)),
  forManagers(word(appWords, 'found.requests'), async (query, signal) =>
    (await import('#features/requests/search.ts')).searchRequests(query, signal),
  ),
  forManagers(word(appWords, 'found.people'), async (query, signal) =>
    (await import('#features/directory/search.ts')).search(query, signal),
  ),
]

function forManagers(label: Word, find: Find): SearchProvider {
  return {
    scope: 'manager',
    search: async (query, signal) => [{ label: textOf(label), hits: await find(query, signal) }],
  }
}

/** What all sources find; one that fails hides no other, unless all of them fail. */
export async function searchEverywhere(
  scope: 'employee' | 'manager',
  query: string,
  signal: AbortSignal,
): Promise<SearchGroup[]> {
  const asked = PROVIDERS.filter((provider) => provider.scope === scope)
  const answers = await Promise.allSettled(asked.map((provider) => provider.search(query, signal)))
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers.filter((answer) => answer.status === 'rejected')
  if (failed && found.length === 0) throw failed.reason
  return found.filter(({ hits }) => hits.length > 0)
}
