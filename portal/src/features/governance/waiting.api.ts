import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'

/*
 * What the menu asks, which is there with the first page: the calls of the pages are loaded with them. The keys begin as theirs
 * do, so that a change asks for these again.
 */

/** So many are counted; more are shown as more. */
const MAX_COUNTED = 100

/** What waits for approvals, of whomever. */
export const waitingDisposalsQuery = queryOptions({
  queryKey: ['disposals', 'waiting'],
  queryFn: ({ signal }) => {
    const query = { status: 'waiting_for_approval', per_page: MAX_COUNTED } as const
    return unwrap(api.GET('/portal/api/admin/disposals', { params: { query }, signal }))
  },
  staleTime: 60_000,
})

/** How many deletion requests there are of each status. */
export const deletionCountsQuery = queryOptions({
  queryKey: ['deletion requests', 'counts'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/deletion_requests/counts', { signal })),
})
