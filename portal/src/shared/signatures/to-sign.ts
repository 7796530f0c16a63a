import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'

/** So many are counted; more are shown as more. */
const MAX_COUNTED = 100

/** What waits for the signature of the person who is logged in, the last first. */
export const toSignQuery = queryOptions({
  queryKey: ['signatures-to-sign', 'waiting'],
  queryFn: ({ signal }) =>
    unwrap(
      api.GET('/portal/api/me/signatures', { params: { query: { state: 'open', per_page: MAX_COUNTED } }, signal }),
    ),
  staleTime: 60_000,
})

/** How much waits for a signature. */
export function useToSignCount(): number {
  return useQuery(toSignQuery).data?.length ?? 0
}
