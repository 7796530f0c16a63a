import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { Session } from '#kernel/session/session.api.ts'

const PATH = '/portal/api/admin/saml_identity_providers'

/** All of a client: there are few. */
export const providersQuery = queryOptions({
  queryKey: ['identity-providers'],
  queryFn: () => unwrap(api.GET(PATH, { params: { query: { per_page: 100 } } })),
})

export type Provider = Awaited<ReturnType<NonNullable<(typeof providersQuery)['queryFn']>>>[number]
export type ProviderInput = Omit<Provider, 'code' | 'created_at' | 'updated_at'>

export function useSaveProvider() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ code, ...body }: ProviderInput & { code: string }) =>
      unwrap(api.PUT(`${PATH}/{code}`, { params: { path: { code } }, body })),
    onSuccess: () => queryClient.invalidateQueries(providersQuery),
  })
}

export function useDeleteProvider() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => unwrap(api.DELETE(`${PATH}/{code}`, { params: { path: { code } } })),
    onSuccess: () => queryClient.invalidateQueries(providersQuery),
  })
}

/** Where a provider sends people, and finds what we say of ourselves. */
export function addressesOf({ client, public_url }: Session, code: string) {
  const path = `/saml/${encodeURIComponent(client.id)}/${encodeURIComponent(code)}`
  const base = public_url + path
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, testUrl: `${path}/login?next=/portal/profile` }
}
