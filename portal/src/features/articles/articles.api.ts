import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, totalCount, unwrap } from '#kernel/api/api.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { currentLocale } from '#ui/language/words.ts'

export type ListedArticle = Answer<'/portal/api/me/articles'>[number]
export type ManagerArticle = Answer<'/portal/api/manager/articles'>[number]
export type ReadArticle = Answer<'/portal/api/me/articles/{slug}'>
export type ReadCategory = Answer<'/portal/api/me/article_categories'>[number]
export type Article = Answer<'/portal/api/manager/articles/{slug}'>
export type AudienceChoices = Answer<'/portal/api/manager/article_audience'>
export type State = Article['state']

/** The language that a person reads in: their own, else that of the browser. */
export function readingLanguage(session: Session): string {
  return session.person.language ?? currentLocale().toLowerCase()
}

const PER_PAGE = 20

type Asked = { cursor: string | undefined; signal: AbortSignal }
type Page<T> = { items: T[]; next: string | null; total: number | null }

/** Pages of articles have numbers; the cursor of a list is the number of its next page. */
async function numbered<T>(
  call: (page: number) => Promise<{ data?: T[]; error?: unknown; response: Response }>,
  cursor: string | undefined,
): Promise<Page<T>> {
  const page = Number(cursor ?? 1)
  const answer = await call(page)
  const items = (await unwrap(Promise.resolve(answer))) as T[]
  const total = totalCount(answer.response)
  return { items, next: total !== null && page * PER_PAGE < total ? String(page + 1) : null, total }
}

export type ReadFilters = { q?: string | undefined; category?: string | undefined; language_code: string }

/** What is for the person to read. */
export function listReadable(scope: 'employee' | 'manager', filters: ReadFilters, { cursor, signal }: Asked) {
  const query = { ...given(filters), per_page: PER_PAGE }
  return numbered<ListedArticle>(
    (page) =>
      scope === 'employee'
        ? api.GET('/portal/api/me/articles', { params: { query: { ...query, page } }, signal })
        : api.GET('/portal/api/manager/articles', { params: { query: { ...query, page, view: 'read' } }, signal }),
    cursor,
  )
}

export type WriteFilters = ReadFilters & { state?: string | undefined; sort?: string | undefined }

/** What a manager may write. */
export function listWritable(filters: WriteFilters, { cursor, signal }: Asked) {
  const query = { ...given(filters), per_page: PER_PAGE }
  return numbered<ManagerArticle>(
    (page) => api.GET('/portal/api/manager/articles', { params: { query: { ...query, page } as never }, signal }),
    cursor,
  )
}

export const featuredQuery = (language_code: string) =>
  queryOptions({
    queryKey: ['articles', 'featured', language_code],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/me/articles', {
          params: { query: { featured: true, per_page: 6, language_code } },
          signal,
        }),
      ),
  })

export const categoriesQuery = (view: 'me' | 'read' | 'write', language_code: string) =>
  queryOptions({
    queryKey: ['articles', 'categories', view, language_code],
    queryFn: ({ signal }): Promise<ReadCategory[]> =>
      unwrap(
        view === 'me'
          ? api.GET('/portal/api/me/article_categories', { params: { query: { language_code } }, signal })
          : api.GET('/portal/api/manager/article_categories', { params: { query: { language_code, view } }, signal }),
      ),
  })

/** Reading counts as a view, so that what was read is not asked for again at every turn. */
export const readingQuery = (scope: 'employee' | 'manager', slug: string, language_code: string) =>
  queryOptions({
    queryKey: ['articles', 'reading', scope, slug, language_code],
    queryFn: (): Promise<ReadArticle> => {
      const params = { path: { slug }, query: { language_code } }
      return unwrap(
        scope === 'employee'
          ? api.GET('/portal/api/me/articles/{slug}', { params })
          : api.GET('/portal/api/manager/articles/{slug}/reading', { params }),
      )
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })
