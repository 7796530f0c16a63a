import { api, unwrap } from '#kernel/api/api.ts'
import { managerSearch, type SearchHit, type SearchProvider } from '#kernel/pages/search-provider.ts'
import { word } from '#ui/language/words.ts'
import { navigationWords } from './words.ts'

const MOST = 5

/** Requests that a manager sees. */
export async function searchRequests(q: string, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await unwrap(
    api.GET('/portal/api/manager/requests', { params: { query: { q, per_page: MOST } }, signal }),
  )
  return found.map(({ id, subject, employee }) => ({
    id,
    title: subject,
    href: `/portal/manager/requests/${id}`,
    text: [`#${id}`, employee && `${employee.first_name} ${employee.last_name}`].filter(Boolean).join(' · '),
  }))
}

export const providers: SearchProvider[] = [managerSearch(word(navigationWords, 'requests'), searchRequests)]
