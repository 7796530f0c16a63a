import type { SearchGroup, SearchProvider } from '#kernel/pages/search-provider.ts'
import { loadWords, textOf, word } from '#ui/language/words.ts'
import { findForEmployee, hrefOf, searchPath } from './search.api.ts'
import { searchWords } from './words.ts'

/** What an employee finds, for the search of the header; the last line leads to all of it. */
export async function searchForEmployee(q: string, signal: AbortSignal): Promise<SearchGroup[]> {
  const [found] = await Promise.all([findForEmployee(q, signal), loadWords(searchWords)])
  const groups = found.map(({ kind, hits }) => ({
    label: textOf(word(searchWords, `kinds.${kind}`)),
    hits: hits.map((hit) => ({
      id: `${hit.place} ${hit.id}`,
      title: hit.title.map(({ text }) => text).join(''),
      pieces: hit.title,
      text: hit.about,
      href: hrefOf(hit),
    })),
  }))
  if (found.every(({ total }) => total === 0)) return groups
  const all = { id: 'all', title: textOf(word(searchWords, 'allResults'), { q }), href: searchPath(q) }
  return [...groups, { label: textOf(word(searchWords, 'title')), hits: [all], isMore: true }]
}

export const providers: SearchProvider[] = [
  {
    scope: 'employee',
    search: searchForEmployee,
  },
]
