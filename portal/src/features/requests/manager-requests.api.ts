import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type FieldValues, type FormToFill, formDataOf } from '#features/requests/request-form/form-values.ts'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import type { paths } from '#portal-api'
import { type NewMessage, sendMessage } from './employee-requests.api.ts'

export type ManagerRequestItem = Answer<'/portal/api/manager/requests'>[number]
export type ManagerRequest = Answer<'/portal/api/manager/requests/{id}'>
type ManagerRequestsQuery = NonNullable<paths['/portal/api/manager/requests']['get']['parameters']['query']>
export type RequestChange =
  paths['/portal/api/manager/requests/{id}']['patch']['requestBody']['content']['application/json']

type Asked = { cursor: string | undefined; signal: AbortSignal }

export function listManagerRequests(filters: Omit<ManagerRequestsQuery, 'cursor'>, { cursor, signal }: Asked) {
  const query = { ...filters, per_page: 50, ...(cursor === undefined ? {} : { cursor }) }
  return unwrapPage(api.GET('/portal/api/manager/requests', { params: { query }, signal }))
}

export const requestCountsQuery = queryOptions({
  queryKey: ['manager-requests', 'counts'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/requests/counts', { signal })),
  refetchInterval: 60_000,
})

export const managerRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['manager-requests', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/requests/{id}', { params: { path: { id } }, signal })),
  })

export const managerFormsQuery = queryOptions({
  queryKey: ['manager-requests', 'forms'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/forms', { signal })),
  staleTime: 60_000,
})

export const managerFormQuery = (slug: string) =>
  queryOptions({
    queryKey: ['manager-requests', 'forms', slug],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/forms/{slug}', { params: { path: { slug } }, signal })),
    staleTime: 60_000,
  })

export function useChangeRequest(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestChange) =>
      unwrap(api.PATCH('/portal/api/manager/requests/{id}', { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['manager-requests'] }),
  })
}

export function useCommentAsManager(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (message: NewMessage) => sendMessage(managerRequestUrl(id), message),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['manager-requests'] }),
  })
}

type Making = {
  form: FormToFill
  values: FieldValues
  about: Record<string, string>
  onProgress: (fraction: number) => void
}

export function useCreateForEmployee() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ form, values, about, onProgress }: Making) =>
      upload<{ id: string }>('/portal/api/manager/requests', formDataOf(form, values, about), { onProgress }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['manager-requests'] }),
  })
}

/** Where the files of a request are, for managers. */
export const managerRequestUrl = (id: string) => `/portal/api/manager/requests/${encodeURIComponent(id)}`
