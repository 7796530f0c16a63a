import { queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'

export type KeptOfKind = Answer<'/portal/api/me/personal_data'>[number]
export type KeptGroup = KeptOfKind['groups'][number]
export type AccessPackage = Answer<'/portal/api/me/access_packages'>[number]
export type View = Answer<'/portal/api/me/audit_entries'>[number]

export const keptQuery = queryOptions({
  queryKey: ['my-data', 'kept'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/personal_data', { signal })),
})

/** How often the page asks how far a package is. */
const PACKAGE_MS = 2000
const PACKAGES = ['my-data', 'packages']

export const isBeingMade = ({ status }: AccessPackage) => status === 'queued' || status === 'building'

/** My packages, newest first. */
export function usePackages() {
  return useInfiniteQuery({
    queryKey: PACKAGES,
    queryFn: ({ pageParam: cursor, signal }) =>
      unwrapPage(
        api.GET('/portal/api/me/access_packages', { params: { query: given({ cursor, per_page: 10 }) }, signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(isBeingMade)) ? PACKAGE_MS : false,
  })
}

export const askForPackage = () => unwrap(api.POST('/portal/api/me/access_packages'))

export const packageFileUrl = (id: string) => `/portal/api/me/access_packages/${encodeURIComponent(id)}/file`

/** Who opened something of mine, newest first. */
export function useViews() {
  return useCursorList<View>(['my-data', 'views'], ({ cursor, signal }) =>
    unwrapPage(api.GET('/portal/api/me/audit_entries', { params: { query: given({ cursor, per_page: 50 }) }, signal })),
  )
}

const MAX_LATEST = 5

export const latestViewsQuery = queryOptions({
  queryKey: ['my-data', 'views', 'latest'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/portal/api/me/audit_entries', { params: { query: { per_page: MAX_LATEST } }, signal })),
})
