import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { paths } from '#portal-api'
import { useCursorList } from '#ui/table/cursor-list.ts'

type Listed<P extends '/portal/api/admin/applications' | '/portal/api/admin/api_keys'> =
  paths[P]['get']['responses'][200]['content']['application/json'][number]
export type Application = Listed<'/portal/api/admin/applications'>
export type ApiKey = Listed<'/portal/api/admin/api_keys'>

const KEY = ['credentials']
const PER_PAGE = 100

/** What applications can be issued for. */
export const issuableQuery = queryOptions({
  queryKey: ['application-permissions'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/application_permissions', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useApplications(revoked: boolean) {
  return useCursorList<Application>([...KEY, 'applications', revoked], ({ cursor, signal }) =>
    unwrapPage(api.GET('/portal/api/admin/applications', { params: { query: query(revoked, cursor) }, signal })),
  )
}

export function useApiKeys(revoked: boolean) {
  return useCursorList<ApiKey>([...KEY, 'api_keys', revoked], ({ cursor, signal }) =>
    unwrapPage(api.GET('/portal/api/admin/api_keys', { params: { query: query(revoked, cursor) }, signal })),
  )
}

function query(revoked: boolean, cursor: string | undefined) {
  return { revoked, per_page: PER_PAGE, ...(cursor === undefined ? {} : { cursor }) }
}

export type ApplicationInput = { id: string; name: string; permissions: string[] }
export type ApiKeyInput = { name: string; allowed_addresses: string[]; expires_at?: string }

export const useCreateApplication = () =>
  useChange((body: ApplicationInput) => unwrap(api.POST('/portal/api/admin/applications', { body })))

export const useChangeApplication = () =>
  useChange(({ id, ...body }: ApplicationInput) =>
    unwrap(api.PATCH('/portal/api/admin/applications/{id}', { params: { path: { id } }, body })),
  )

export const useRenewSecret = () =>
  useChange((id: string) =>
    unwrap(api.POST('/portal/api/admin/applications/{id}/secret', { params: { path: { id } } })),
  )

export const useRevokeApplication = () =>
  useChange((id: string) => unwrap(api.DELETE('/portal/api/admin/applications/{id}', { params: { path: { id } } })))

export const useCreateApiKey = () =>
  useChange((body: ApiKeyInput) => unwrap(api.POST('/portal/api/admin/api_keys', { body })))

export const useRevokeApiKey = () =>
  useChange((name: string) => unwrap(api.DELETE('/portal/api/admin/api_keys/{name}', { params: { path: { name } } })))

/** A change after which the lists are looked at anew. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }) })
}
