import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { sessionQuery } from '#kernel/session/session.ts'

/** The log-in address, and its pending change. */
export const logInQuery = queryOptions({
  queryKey: ['log-in', 'address'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/session/email', { signal })),
})

/** The log-in that one's own is linked to; at most one. */
export const linksQuery = queryOptions({
  queryKey: ['log-in', 'links'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/session/links', { signal })),
})

export function useChangeAddress() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { email: string; password?: string }) => unwrap(api.POST('/portal/api/session/email', { body })),
    onSuccess: refresh,
  })
}

export function useCancelChange() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => unwrap(api.DELETE('/portal/api/session/email')), onSuccess: refresh })
}

export type Proof = { email: string; password: string } | { code: string }

/** Links the other log-in; refused as `wrong_credentials` or `wrong_code`. */
export function useAddLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: Proof) => unwrap(api.POST('/portal/api/session/links', { body })),
    onSuccess: refresh,
  })
}

export function useOrderCode() {
  return useMutation({
    mutationFn: (email: string) => unwrap(api.POST('/portal/api/session/links/codes', { body: { email } })),
  })
}

export function useRemoveLink() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => unwrap(api.DELETE('/portal/api/session/links')), onSuccess: refresh })
}

/** What the account menu offers depends on the link. */
function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['log-in'] })
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
}
