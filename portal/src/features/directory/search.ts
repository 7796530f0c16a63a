import { ApiError } from '#kernel/api/api.ts'
import { managerSearch, type SearchHit, type SearchProvider } from '#kernel/pages/search-provider.ts'
import { fullName } from '#kernel/session/session.ts'
import { word } from '#ui/language/words.ts'
import { listPeople } from './directory.api.ts'
import { navigationWords } from './words.ts'

const MAX_HITS = 6

/** People for the search of the header; none for managers without the permission to administer them. */
export async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  try {
    const { items } = await listPeople({ q: query }, { cursor: undefined, signal })
    return items.slice(0, MAX_HITS).map((person) => ({
      id: person.id,
      title: fullName(person),
      text: [person.technical_id, person.email].filter(Boolean).join(' · '),
      href: `/portal/admin/people/${encodeURIComponent(person.id)}`,
    }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

export const providers: SearchProvider[] = [managerSearch(word(navigationWords, 'people'), search)]
