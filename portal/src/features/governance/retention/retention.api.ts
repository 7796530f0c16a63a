import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, AnswerOf } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import { withShownName } from '#shared/localized-names/shown-name.ts'

export type Policy = Answer<'/portal/api/admin/retention_policies/{id}'>
export type Simulation = Answer<'/portal/api/admin/retention_policies/{id}/simulation'>
export type PolicyInput = Omit<Policy, 'id' | 'origin' | 'created_at' | 'updated_at' | 'trigger' | 'filters'> & {
  filters: Partial<Policy['filters']>
  trigger: { event: Trigger; code?: string | null; date?: string | null }
}
export type ResourceType = Policy['resource_type']
export type Trigger = Policy['trigger']['event']
export type PolicyAction = Policy['action']
export type CalendarEntry = AnswerOf<'adminGetRetentionCalendar'>[number]
export type FieldOfEmployees = AnswerOf<'adminListCustomFields'>[number]
export type NamedSample = AnswerOf<'adminNameRetainedItems'>[number]

export const POLICIES = '/portal/admin/retention'
/** In the address of the page for a new one; no id holds such a sign. */
export const NEW = '~new'
export const policyPath = (id: string) => `${POLICIES}/${encodeURIComponent(id)}`

export const policyKeys = {
  all: ['retention policies'] as const,
  one: (id: string) => ['retention policies', 'one', id] as const,
}

const byId = (id: string) => ({ params: { path: { id } } })
const MOST = 500

/** All policies: a client has at most 500. */
export const policiesQuery = queryOptions({
  queryKey: [...policyKeys.all, 'list'],
  queryFn: async ({ signal }): Promise<Policy[]> => {
    const policies: Policy[] = []
    let cursor: string | undefined
    do {
      const params = { query: given({ cursor, per_page: 100 }) }
      const page = await unwrapPage(api.GET('/portal/api/admin/retention_policies', { params, signal }))
      policies.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor !== undefined && policies.length < 2 * MOST)
    return policies
  },
})

export const policyQuery = (id: string) =>
  queryOptions({
    queryKey: policyKeys.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/retention_policies/{id}', { ...byId(id), signal })),
  })

export function putPolicy(id: string, body: PolicyInput): Promise<Policy> {
  return unwrap(api.PUT('/portal/api/admin/retention_policies/{id}', { ...byId(id), body }))
}

/** The answer as it is: whether there is such a policy. */
export function findPolicy(id: string) {
  return api.GET('/portal/api/admin/retention_policies/{id}', byId(id))
}

export function switchPolicy(id: string, enabled: boolean): Promise<Policy> {
  return unwrap(api.PATCH('/portal/api/admin/retention_policies/{id}', { ...byId(id), body: { enabled } }))
}

export function deletePolicy(id: string) {
  return unwrap(api.DELETE('/portal/api/admin/retention_policies/{id}', byId(id)))
}

/** What a policy would do that is not saved like this. The answer before stays until the next is there. */
export const simulationQuery = (policy: PolicyInput & { id?: string; until: string }) =>
  queryOptions({
    queryKey: [...policyKeys.all, 'simulation', policy],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/portal/api/admin/retention_policies/simulate', { body: policy, signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

/** What all policies that are on let go until a day. */
export const calendarQuery = (until: string) =>
  queryOptions({
    queryKey: [...policyKeys.all, 'calendar', until],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/admin/retention_calendar', { params: { query: { until } }, signal })),
    staleTime: 60_000,
  })

/** What some items are called. */
export const namesQuery = (resource_type: ResourceType, ids: string[]) =>
  queryOptions({
    queryKey: [...policyKeys.all, 'names', resource_type, ids],
    queryFn: ({ signal }) =>
      unwrap(api.POST('/portal/api/admin/retention_policies/item_names', { body: { resource_type, ids }, signal })),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** What a company keeps of employees besides. */
export const fieldsQuery = queryOptions({
  queryKey: [...policyKeys.all, 'fields'],
  queryFn: async ({ signal }) => {
    const fields = []
    let cursor: string | undefined
    do {
      const params = { query: given({ cursor, per_page: 100 }) }
      const page = await unwrapPage(api.GET('/portal/api/admin/custom_fields', { params, signal }))
      fields.push(...page.items.map(withShownName))
      cursor = page.next ?? undefined
    } while (cursor !== undefined && fields.length < 1000)
    return fields
  },
  staleTime: 60_000,
})

/** The types of documents with their date metas, and the forms of requests. */
export const documentTypesQuery = queryOptions({
  queryKey: [...policyKeys.all, 'document types'],
  queryFn: async ({ signal }) => {
    const types = []
    let cursor: string | undefined
    do {
      const params = { query: given({ cursor, per_page: 100 }) }
      const page = await unwrapPage(api.GET('/portal/api/admin/document_types', { params, signal }))
      types.push(...page.items)
      cursor = page.next ?? undefined
    } while (cursor !== undefined && types.length < 1000)
    return types
  },
  staleTime: 60_000,
})

export const formsQuery = queryOptions({
  queryKey: [...policyKeys.all, 'forms'],
  queryFn: async ({ signal }) => (await unwrapPage(api.GET('/portal/api/admin/forms', { signal }))).items,
  staleTime: 60_000,
})
