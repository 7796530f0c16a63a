import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, FormToFill } from '#features/requests/request-form/form-values.ts'
import { formDataOf } from '#features/requests/request-form/form-values.ts'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'

/** What a call answers. */
export type EmployeeRequestItem = Answer<'/portal/api/me/requests'>[number]
export type EmployeeRequest = Answer<'/portal/api/me/requests/{id}'>
export type OfferedForm = Answer<'/portal/api/me/forms'>[number]
export type Message = EmployeeRequest['messages'][number]
export type HistoryEntry = EmployeeRequest['history'][number]
export type ShownAnswer = EmployeeRequest['answers'][number]

type Asked = { cursor: string | undefined; signal: AbortSignal }
export type EmployeeRequestFilters = { state: 'open' | 'closed'; q: string | undefined }

export function listEmployeeRequests({ state, q }: EmployeeRequestFilters, { cursor, signal }: Asked) {
  const query = { state, ...(q === undefined ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) }
  return unwrapPage(api.GET('/portal/api/me/requests', { params: { query }, signal }))
}

export const employeeRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['employee-requests', 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/requests/{id}', { params: { path: { id } }, signal })),
  })

export const employeeFormsQuery = queryOptions({
  queryKey: ['employee-forms'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/forms', { signal })),
  staleTime: 60_000,
})

/** Reading a form counts as opening it, so that it is not asked for again at every turn. */
export const employeeFormQuery = (slug: string) =>
  queryOptions({
    queryKey: ['employee-forms', slug],
    queryFn: () => unwrap(api.GET('/portal/api/me/forms/{slug}', { params: { path: { slug } } })),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  })

/** Articles that may answer the question of a request. */
export const suggestedArticlesQuery = (q: string) =>
  queryOptions({
    queryKey: ['employee-requests', 'articles', q],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/me/articles', { params: { query: { q, per_page: 3 } }, signal })),
    enabled: q.length > 2,
    staleTime: 60_000,
  })

type Sending = { form: FormToFill; values: FieldValues; onProgress: (fraction: number) => void }

export function useCreateAsEmployee() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ form, values, onProgress }: Sending) =>
      upload<{ id: string }>('/portal/api/me/requests', formDataOf(form, values), { onProgress }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['employee-requests'] }),
  })
}

export type NewMessage = { body: string; files: File[]; internal?: boolean; onProgress?: (fraction: number) => void }

/** Sends a message with its files. */
export function sendMessage(base: string, { body, files, internal = false, onProgress }: NewMessage) {
  const form = new FormData()
  form.set('body', body)
  if (internal) form.set('internal', 'true')
  for (const file of files) form.append('files', file, file.name)
  return upload<{ id: string }>(`${base}/comments`, form, onProgress ? { onProgress } : {})
}

export function useCommentAsEmployee(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (message: NewMessage) => sendMessage(employeeRequestUrl(id), message),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['employee-requests'] }),
  })
}

export function useReopenRequest(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      unwrap(api.POST('/portal/api/me/requests/{id}/reopen', { params: { path: { id } }, body: { reason } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['employee-requests'] }),
  })
}

/** Where the files of a request of mine are. */
export const employeeRequestUrl = (id: string) => `/portal/api/me/requests/${encodeURIComponent(id)}`
