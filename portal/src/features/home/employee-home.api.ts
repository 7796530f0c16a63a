import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { toSignQuery } from '#shared/signatures/to-sign.ts'

const SHOWN = 5
const FEATURED = 4

/** What is new for an employee, whether it lies in the folder, in the vault or in both. */
export type LatestDocument = { id: string; title: string; type: string; at: string; href: string; isInVault: boolean }

export const latestDocumentsQuery = queryOptions({
  queryKey: ['employee-documents', 'latest'],
  queryFn: async ({ signal }): Promise<LatestDocument[]> => {
    const params = { query: { per_page: SHOWN } }
    const [folder, vault] = await Promise.all([
      unwrap(api.GET('/portal/api/me/documents', { params, signal })),
      unwrap(api.GET('/portal/api/me/vault', { params, signal })),
    ])
    const inFolder = folder.map((one) => ({
      id: one.id,
      title: one.title,
      type: one.document_type_name,
      at: one.created_at,
      href: `/portal/documents/${one.id}`,
      isInVault: false,
    }))
    const seen = new Set(inFolder.map(({ id }) => id))
    const onlyInVault = vault
      .filter(({ id }) => !seen.has(id))
      .map((one) => ({
        id: one.id,
        title: one.title,
        type: one.document_type_name,
        at: one.received_at,
        href: `/portal/vault/${one.id}`,
        isInVault: true,
      }))
    return [...inFolder, ...onlyInVault].sort((one, other) => other.at.localeCompare(one.at)).slice(0, SHOWN)
  },
})

export const openRequestsQuery = queryOptions({
  queryKey: ['employee-requests', 'home'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/portal/api/me/requests', { params: { query: { state: 'open', per_page: SHOWN } }, signal })),
})

export const featuredArticlesQuery = queryOptions({
  queryKey: ['employee-articles', 'home'],
  queryFn: ({ signal }) =>
    unwrap(api.GET('/portal/api/me/articles', { params: { query: { featured: true, per_page: FEATURED } }, signal })),
})

/** Asks for all that the home shows, side by side. */
export function prefetchHome(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(toSignQuery)
  void queryClient.prefetchQuery(openRequestsQuery)
  void queryClient.prefetchQuery(latestDocumentsQuery)
  void queryClient.prefetchQuery(featuredArticlesQuery)
}

/** Whether all of it was answered, so that nothing moves once it is seen. */
export function useIsHomeAnswered(): boolean {
  const queries = [
    useQuery(toSignQuery),
    useQuery(openRequestsQuery),
    useQuery(latestDocumentsQuery),
    useQuery(featuredArticlesQuery),
  ]
  return queries.every((query) => !query.isPending)
}
