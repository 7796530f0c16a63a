import { useQuery } from '@tanstack/react-query'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { waitsForMe } from './disposals/state.ts'
import { deletionCountsQuery, waitingDisposalsQuery } from './waiting.api.ts'

/** How many disposals wait for who is logged in: nothing waits for those who may not approve. */
export function useWaitingDisposals(): number {
  const session = useSession()
  const enabled = mayAdmin(session, 'disposals:write') && mayAdmin(session, 'disposals:read')
  const { data = [] } = useQuery({ ...waitingDisposalsQuery, enabled })
  return data.filter((disposal) => waitsForMe(disposal, session.person.technical_id)).length
}

/** How many deletion requests are evaluated and wait for a decision. */
export function useWaitingDeletions(): number {
  const session = useSession()
  const enabled = mayAdmin(session, 'deletion_requests:write') && mayAdmin(session, 'deletion_requests:read')
  return useQuery({ ...deletionCountsQuery, staleTime: 60_000, enabled }).data?.evaluated ?? 0
}
