import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer, Query } from '#kernel/api/answer.ts'
import { api, type Page, unwrap, unwrapPage } from '#kernel/api/api.ts'

export type Organization = Answer<'/portal/api/admin/organizations/counts'>[number]

const FRESH_MS = 30_000
const TYPING_MS = 200

/** All organizations of the client, for administrators. */
export const treeQuery = queryOptions({
  queryKey: ['directory', 'organizations'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/organizations/counts', { signal })),
  staleTime: FRESH_MS,
})

/** An organization of a manager's perimeter. */
export type PerimeterOrganization = Answer<'/portal/api/manager/organizations'>[number]

type PerimeterFilters = NonNullable<Query<'/portal/api/manager/organizations'>>
/** What the manager must be allowed to do in an organization. */
export type PerimeterPermission = NonNullable<PerimeterFilters['permission']>

/** The first organizations in which a manager may do something. */
export async function fetchOrganizations(
  filters: PerimeterFilters,
  signal?: AbortSignal,
): Promise<PerimeterOrganization[]> {
  return (await fetchPerimeter(filters, signal)).items
}

function fetchPerimeter(filters: PerimeterFilters, signal?: AbortSignal): Promise<Page<PerimeterOrganization>> {
  const params = { query: { per_page: 100, ...filters } }
  return unwrapPage(api.GET('/portal/api/manager/organizations', { params, ...(signal ? { signal } : {}) }))
}

/** A perimeter of up to this many pages is loaded whole; beyond it, the server searches. */
const MAX_PAGES = 10

const perimeterQuery = (permission: PerimeterPermission) =>
  queryOptions({
    queryKey: ['perimeter', permission],
    queryFn: async ({ signal }) => {
      const organizations: PerimeterOrganization[] = []
      let next: string | null = null
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const filters: PerimeterFilters = next === null ? { permission } : { permission, cursor: next }
        const answer: Page<PerimeterOrganization> = await fetchPerimeter(filters, signal)
        organizations.push(...answer.items)
        next = answer.next
        if (next === null) break
      }
      return { organizations, isComplete: next === null }
    },
    staleTime: FRESH_MS,
  })

/** The organizations in which a manager may do something; in a large perimeter, also those that the text finds. */
export function usePerimeter(permission: PerimeterPermission, text: string) {
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const { data, isPending, error } = useQuery(perimeterQuery(permission))
  const found = useQuery({
    queryKey: ['perimeter', permission, q],
    queryFn: ({ signal }) => fetchOrganizations({ permission, q }, signal),
    enabled: data?.isComplete === false && q !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  return { loaded: data?.organizations, found: found.data, isPending, error: error ?? found.error }
}
