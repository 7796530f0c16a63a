import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, AnswerOf } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'

export type LegalHold = Answer<'/portal/api/admin/legal_holds/{id}'>
export type HeldItem = Answer<'/portal/api/admin/legal_holds/{id}/items'>[number]
export type HeldType = HeldItem['resource_type']
export type Preview = AnswerOf<'adminPreviewLegalHold'>
export type Sample = Preview['samples'][number]
/** What a hold is asked to cover. */
export type Scope = Partial<Omit<LegalHold['scope'], 'resource_types'>> & { resource_types?: HeldType[] }
export type Described = Pick<LegalHold, 'name' | 'reason' | 'reference'>

type Asked = { cursor: string | undefined; signal: AbortSignal }
type ListFilters = {
  status: 'open' | 'released'
  q: string | undefined
  employee_technical_id: string | undefined
}

export const HOLDS = '/portal/admin/legal-holds'

export const holdKeys = {
  all: ['legal holds'] as const,
  one: (id: string) => ['legal holds', 'one', id] as const,
}

const byId = (id: string) => ({ params: { path: { id } } })

export function listHolds(filters: ListFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor, per_page: 50 })
  return unwrapPage(api.GET('/portal/api/admin/legal_holds', { params: { query }, signal }))
}

export const holdQuery = (id: string) =>
  queryOptions({
    queryKey: holdKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/legal_holds/{id}', { ...byId(id), signal })),
  })

export function listHeldItems(id: string, resource_type: HeldType | undefined, { cursor, signal }: Asked) {
  const params = { path: { id }, query: given({ resource_type, cursor, per_page: 50 }) }
  return unwrapPage(api.GET('/portal/api/admin/legal_holds/{id}/items', { params, signal }))
}

/** What a scope covers now. The one before stays until the next is counted. */
export const previewQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...holdKeys.all, 'preview', scope],
    queryFn: ({ signal }) => unwrap(api.POST('/portal/api/admin/legal_holds/preview', { body: { scope }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

export function placeHold(hold: Described & { scope: Scope }): Promise<LegalHold> {
  return unwrap(api.POST('/portal/api/admin/legal_holds', { body: hold }))
}

export function describeHold(id: string, described: Described): Promise<LegalHold> {
  return unwrap(api.PATCH('/portal/api/admin/legal_holds/{id}', { ...byId(id), body: described }))
}

export function releaseHold(id: string, reason: string): Promise<LegalHold> {
  return unwrap(api.POST('/portal/api/admin/legal_holds/{id}/release', { ...byId(id), body: { reason } }))
}

export type FoundDocument = { id: string; title: string; owner: string | null }

/** Documents of employees and of organizations by their titles; those that the administrator may read. */
export const foundDocumentsQuery = (q: string, kinds: readonly ('employee' | 'company')[]) =>
  queryOptions({
    queryKey: [...holdKeys.all, 'documents', q, kinds],
    queryFn: async ({ signal }): Promise<FoundDocument[]> => {
      const params = { query: { q, per_page: 10 } }
      const lists = await Promise.all(
        kinds.map((kind) => unwrap(api.GET(`/portal/api/manager/${kind}_documents`, { params, signal }))),
      )
      return lists.flat().map(({ id, title, employee, organizations }) => ({
        id,
        title,
        owner: employee ? `${employee.first_name} ${employee.last_name}` : (organizations[0]?.name ?? null),
      }))
    },
    placeholderData: keepPreviousData,
    enabled: q !== '' && kinds.length > 0,
    staleTime: 30_000,
  })

/** The types of documents; their names are in the language of the client. */
export const typesQuery = queryOptions({
  queryKey: [...holdKeys.all, 'types'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/document_types', { signal })),
  staleTime: 60_000,
})
