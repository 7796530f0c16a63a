import { currentLocale } from '../../app/i18n.ts'
import type { SearchHit } from '../../app/search.ts'
import { listReadable } from './articles.api.ts'

/** Articles for the search of the header. */
export async function search(scope: 'employee' | 'manager', query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const asked = { q: query, language_code: currentLocale().toLowerCase() }
  const { items } = await listReadable(scope, asked, { cursor: undefined, signal })
  const base = scope === 'employee' ? '/portal/articles' : '/portal/manager/articles'
  return items.slice(0, 5).map(({ slug, title, summary }) => ({
    ...{ id: slug, title, text: summary, href: `${base}/${encodeURIComponent(slug)}` },
  }))
}
