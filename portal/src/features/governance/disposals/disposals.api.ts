import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'

export type Disposal = Answer<'/portal/api/admin/disposals/{id}'>
export type DisposalItem = Answer<'/portal/api/admin/disposals/{id}/items'>[number]
export type DisposalStatus = Disposal['status']
export type ItemStatus = DisposalItem['status']

type Asked = { cursor: string | undefined; signal: AbortSignal }

export const DISPOSALS = '/portal/admin/disposals'

export const disposalKeys = {
  all: ['disposals'] as const,
  one: (id: string) => ['disposals', 'one', id] as const,
}

const byId = (id: string) => ({ params: { path: { id } } })

export function listDisposals(status: DisposalStatus | undefined, { cursor, signal }: Asked) {
  const query = given({ status, cursor, per_page: 50 })
  return unwrapPage(api.GET('/portal/api/admin/disposals', { params: { query }, signal }))
}

const MOVING = ['gathering', 'processing']
const MOVING_EVERY_MS = 2000

/** A disposal; asked for again while it goes on by itself. */
export const disposalQuery = (id: string) =>
  queryOptions({
    queryKey: disposalKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/disposals/{id}', { ...byId(id), signal })),
    refetchInterval: ({ state }) => (MOVING.includes(state.data?.status ?? '') ? MOVING_EVERY_MS : false),
  })

export function listItems(id: string, status: ItemStatus | undefined, { cursor, signal }: Asked) {
  const params = { path: { id }, query: given({ status, cursor, per_page: 100 }) }
  return unwrapPage(api.GET('/portal/api/admin/disposals/{id}/items', { params, signal }))
}

export function makeDisposal(retention_policy_id: string): Promise<Disposal> {
  return unwrap(api.POST('/portal/api/admin/disposals', { body: { retention_policy_id } }))
}

/** All waiting items where none are named. */
export type Chosen = string[] | undefined

export function approveItems(id: string, item_ids: Chosen, comment: string | null): Promise<Disposal> {
  const body = { ...given({ item_ids }), ...(comment === null ? {} : { comment }) }
  return unwrap(api.POST('/portal/api/admin/disposals/{id}/approve', { ...byId(id), body }))
}

export function rejectItems(
  id: string,
  item_ids: Chosen,
  { reason, until }: { reason: string; until: string | null },
): Promise<Disposal> {
  const body = { ...given({ item_ids }), reason, ...(until === null ? {} : { postpone_until: until }) }
  return unwrap(api.POST('/portal/api/admin/disposals/{id}/reject', { ...byId(id), body }))
}

export function cancelDisposal(id: string): Promise<Disposal> {
  return unwrap(api.POST('/portal/api/admin/disposals/{id}/cancel', { ...byId(id), body: {} }))
}

export function retryDisposal(id: string): Promise<Disposal> {
  return unwrap(api.POST('/portal/api/admin/disposals/{id}/retry', { ...byId(id), body: {} }))
}

const certificate = (id: string) => `/portal/api/admin/disposals/${encodeURIComponent(id)}/certificate`
export const certificatePdf = (id: string) => `${certificate(id)}?format=pdf`
export const certificateJson = (id: string) => certificate(id)
export const certificateSeal = (id: string) => `${certificate(id)}/seal`
