import { en, fr } from '#features/search/words/en.ts'
import type { Language } from '#kernel/language/words.ts'
import type { SearchGroup } from '#kernel/pages/search-provider.ts'
import { findForEmployee, hrefOf, searchPath } from './search.api.ts'

const WORDS = { en, fr }

/** What an employee finds, for the search of the header; the last line leads to all of it. */
export async function searchForEmployee(q: string, language: Language, signal: AbortSignal): Promise<SearchGroup[]> {
  const { kinds, title, allResults } = WORDS[language]
  const found = await findForEmployee(q, signal)
  const groups = found.map(({ kind, hits }) => ({
    label: kinds[kind],
    hits: hits.map((hit) => ({
      ...{ id: `${hit.place} ${hit.id}`, pieces: hit.title, text: hit.about, href: hrefOf(hit) },
      title: hit.title.map(({ text }) => text).join(''),
    })),
  }))
  if (found.every(({ total }) => total === 0)) return groups
  const all = { id: 'all', title: allResults.replace('{{q}}', q), href: searchPath(q) }
  return [...groups, { label: title, hits: [all], isMore: true }]
}
