import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type MyDeletion = Answer<'/portal/api/me/deletion_requests'>[number]

/** How often the page asks how far a deletion is: steps that the service takes last moments, those of people days. */
const DELETION_MS: Partial<Record<MyDeletion['status'], number>> = {
  evaluating: 2000,
  confirmed: 5000,
  preparing: 5000,
  processing: 5000,
}

export const deletionsQuery = queryOptions({
  queryKey: ['my-data', 'deletions'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/deletion_requests', { signal })),
  refetchInterval: ({ state: { data } }) => {
    const [last] = data ?? []
    return last ? (DELETION_MS[last.status] ?? false) : false
  },
})

export const askForDeletion = (reason: string) =>
  unwrap(api.POST('/portal/api/me/deletion_requests', { body: reason === '' ? {} : { reason } }))

export const withdrawDeletion = (id: string) =>
  unwrap(api.POST('/portal/api/me/deletion_requests/{id}/cancel', { params: { path: { id } }, body: {} }))
