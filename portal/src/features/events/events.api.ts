import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import type { paths } from '#portal-api'

type Asked = { cursor: string | undefined; signal: AbortSignal }
type EventType = NonNullable<NonNullable<paths['/portal/api/admin/events']['get']['parameters']['query']>['type']>

const NEWS_EVERY_MS = 10_000

export type LoggedEvent = Answer<'/portal/api/admin/events'>[number]

export type EventFilters = {
  type?: EventType | undefined
  resource_id?: string | undefined
  actor?: string | undefined
  created_at_since?: string | undefined
  created_at_until?: string | undefined
}

export function listEvents(filters: EventFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor })
  return unwrapPage(api.GET('/portal/api/admin/events', { params: { query }, signal }))
}

/** The newest event that fits, to tell that there are more than those on the page. */
export const newestEventQuery = (filters: EventFilters) =>
  queryOptions({
    queryKey: ['events', 'newest', filters],
    queryFn: async ({ signal }) => {
      const query = { ...given(filters), per_page: 1 }
      const [newest] = await unwrap(api.GET('/portal/api/admin/events', { params: { query }, signal }))
      return newest?.id ?? null
    },
    refetchInterval: NEWS_EVERY_MS,
  })
