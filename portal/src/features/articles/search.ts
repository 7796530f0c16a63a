import { managerSearch, type SearchHit, type SearchProvider } from '#kernel/pages/search-provider.ts'
import { currentLocale, word } from '#ui/language/words.ts'
import { listReadable } from './articles.api.ts'
import { navigationWords } from './words.ts'

/** Articles that a manager may read, for the search of the header. */
export async function search(query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const asked = { q: query, language_code: currentLocale().toLowerCase() }
  const { items } = await listReadable('manager', asked, { cursor: undefined, signal })
  return items.slice(0, 5).map(({ slug, title, summary, highlights }) => ({
    id: slug,
    title,
    text: summary,
    href: `/portal/manager/articles/${encodeURIComponent(slug)}`,
    ...(highlights ? { pieces: highlights.title } : {}),
  }))
}

export const providers: SearchProvider[] = [managerSearch(word(navigationWords, 'articles'), search)]
