import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, AnswerOf } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import type { operations } from '#portal-api'

export type Deletion = Answer<'/portal/api/admin/deletion_requests/{id}'>
export type DeletionStatus = Deletion['status']
export type DeletionType = Deletion['resource_type']
export type DeletionModule = Deletion['modules'][number]
export type Kept = DeletionModule['kept'][number]
export type DeletionCounts = AnswerOf<'adminCountDeletionRequests'>
type Asking = operations['adminCreateDeletionRequest']['requestBody']['content']['application/json']

type Asked = { cursor: string | undefined; signal: AbortSignal }

export const DELETIONS = '/portal/admin/deletion-requests'

export const deletionKeys = {
  all: ['deletion requests'] as const,
  one: (id: string) => ['deletion requests', 'one', id] as const,
}

const byId = (id: string) => ({ params: { path: { id } } })

export type DeletionFilters = {
  status?: DeletionStatus | undefined
  resource_type?: DeletionType | undefined
  resource_id?: string | undefined
}

export function listDeletions(filters: DeletionFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor, per_page: 50 })
  return unwrapPage(api.GET('/portal/api/admin/deletion_requests', { params: { query }, signal }))
}

const MOVING: readonly DeletionStatus[] = ['evaluating', 'confirmed', 'preparing', 'processing']
const MOVING_EVERY_MS = 2000

/** A request; asked for again while it goes on by itself. */
export const deletionQuery = (id: string) =>
  queryOptions({
    queryKey: deletionKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/deletion_requests/{id}', { ...byId(id), signal })),
    refetchInterval: ({ state }) => (state.data && MOVING.includes(state.data.status) ? MOVING_EVERY_MS : false),
  })

export function askForDeletion(body: Asking): Promise<Deletion> {
  return unwrap(api.POST('/portal/api/admin/deletion_requests', { body }))
}

export function confirmDeletion(id: string): Promise<Deletion> {
  return unwrap(api.POST('/portal/api/admin/deletion_requests/{id}/confirm', { ...byId(id), body: {} }))
}

export function cancelDeletion(id: string, reason: string): Promise<Deletion> {
  return unwrap(api.POST('/portal/api/admin/deletion_requests/{id}/cancel', { ...byId(id), body: { reason } }))
}

export function retryDeletion(id: string): Promise<Deletion> {
  return unwrap(api.POST('/portal/api/admin/deletion_requests/{id}/retry', { ...byId(id), body: {} }))
}

const report = (id: string) => `/portal/api/admin/deletion_requests/${encodeURIComponent(id)}/report`
export const reportPdf = (id: string) => `${report(id)}?format=pdf`
export const reportJson = (id: string) => report(id)
export const reportSeal = (id: string) => `${report(id)}/seal`

/** Requests that a text finds, for the field. */
export const foundRequestsQuery = (q: string) =>
  queryOptions({
    queryKey: [...deletionKeys.all, 'requests', q],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/requests', { params: { query: { q, per_page: 10 } }, signal })),
    placeholderData: keepPreviousData,
    enabled: q !== '',
    staleTime: 30_000,
  })
