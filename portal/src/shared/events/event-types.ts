import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'

export const eventTypesQuery = queryOptions({
  queryKey: ['event_types'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/event_types', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})
