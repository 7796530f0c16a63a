import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#kernel/api/answer.ts'
import { api, unwrap, unwrapPage, upload } from '#kernel/api/api.ts'
import type { operations } from '#portal-api'

export type ProjectItem = AnswerOf<'listManagerDistributions'>[number]
export type Project = AnswerOf<'getManagerDistribution'>
export type Warning = Project['warnings'][number]['code']
export type Spool = Project['distributions'][number]
export type DistributionDocument = AnswerOf<'listManagerDistributionParts'>[number]
export type Package = AnswerOf<'listManagerPackages'>[number]
export type PackageStatus = Package['status']
export type HandOver = NonNullable<Project['hand_over']>
export type Options = AnswerOf<'getDistributionOptions'>
export type SpoolType = Options['types'][number]
export type ProjectStatus = ProjectItem['status']
export type NewProject = NonNullable<
  operations['createManagerDistribution']['requestBody']
>['content']['application/json']
export type DocumentDecision = NonNullable<
  operations['decideManagerDistributionPart']['requestBody']
>['content']['application/json']
type DocumentFilters = NonNullable<operations['listManagerDistributionParts']['parameters']['query']>
export type DocumentView = NonNullable<DocumentFilters['outcome']>

const ALL = ['distributions'] as const
export const distributionKeys = {
  all: ALL,
  list: (filters: object) => [...ALL, 'list', filters] as const,
  one: (id: string) => [...ALL, 'one', id] as const,
  parts: (id: string, filters: object) => [...ALL, 'one', id, 'parts', filters] as const,
  packages: (id: string, filters: object) => [...ALL, 'one', id, 'packages', filters] as const,
}

export const PAGES = '/portal/manager/distributions'
export const pageOf = (id: number | string) => `${PAGES}/${id}`
const urlOf = (id: number | string) => `/portal/api/manager/distributions/${id}`

/** Where files of a project are, for links. */
export const downloads = {
  report: (id: number, outcome?: string) => `${urlOf(id)}/report.csv${outcome ? `?outcome=${outcome}` : ''}`,
  packages: (id: number) => `${urlOf(id)}/packages/file`,
  manifest: (id: number) => `${urlOf(id)}/manifest`,
  part: (id: number | string, part: string) => `${urlOf(id)}/parts/${part}`,
  page: (id: number | string, part: string, page: number) => `${urlOf(id)}/parts/${part}/pages/${page}?width=1000`,
}

export function fetchProjects(query: { status?: ProjectStatus; q?: string; cursor?: string }, signal: AbortSignal) {
  return unwrapPage(
    api.GET('/portal/api/manager/distributions', { params: { query: { ...query, per_page: 50 } }, signal }),
  )
}

const isGoingOn = ({ status, hand_over }: Project) =>
  status === 'preparing' || status === 'validated' || (status === 'delivering' && hand_over?.status !== 'failed')
const MAX_PAUSE_MS = 15_000

/** A project. It is polled while a job works on it, with growing intervals. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: distributionKeys.one(id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/manager/distributions/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (query) => {
      const { data, dataUpdateCount } = query.state
      return data && isGoingOn(data) ? Math.min(1000 * 1.25 ** Math.min(dataUpdateCount, 30), MAX_PAUSE_MS) : false
    },
  })

export const optionsQuery = queryOptions({
  queryKey: [...ALL, 'options'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/distribution_options', { signal })),
  staleTime: 60_000,
})

export function fetchDocuments(id: string, query: DocumentFilters, signal: AbortSignal) {
  return unwrapPage(
    api.GET('/portal/api/manager/distributions/{id}/parts', {
      params: { path: { id }, query: { ...query, per_page: 100 } },
      signal,
    }),
  )
}

/** One part that is not among those that were loaded. */
export const documentQuery = (id: string, part: string) =>
  queryOptions({
    queryKey: [...distributionKeys.one(id), 'part', part],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/distributions/{id}/parts/{part}', { params: { path: { id, part } }, signal }),
      ),
  })

export function createProject(body: NewProject): Promise<Project> {
  return unwrap(api.POST('/portal/api/manager/distributions', { body }))
}

export function decideDocument(id: string, part: string, body: DocumentDecision): Promise<DistributionDocument> {
  return unwrap(
    api.PATCH('/portal/api/manager/distributions/{id}/parts/{part}', { params: { path: { id, part } }, body }),
  )
}

export function validateProject(id: string, acknowledged_warnings: Warning[]): Promise<Project> {
  const body = { acknowledged_warnings }
  return unwrap(api.POST('/portal/api/manager/distributions/{id}/validate', { params: { path: { id } }, body }))
}

export function cancelProject(id: string): Promise<Project> {
  return unwrap(api.POST('/portal/api/manager/distributions/{id}/cancel', { params: { path: { id } } }))
}

export function changeExpected(id: string, expected_distributions: number | null): Promise<Project> {
  const body = { expected_distributions }
  return unwrap(api.PATCH('/portal/api/manager/distributions/{id}', { params: { path: { id } }, body }))
}

export function fetchPackages(id: string, query: { status?: PackageStatus; cursor?: string }, signal: AbortSignal) {
  return unwrapPage(
    api.GET('/portal/api/manager/distributions/{id}/packages', {
      params: { path: { id }, query: { ...query, per_page: 100 } },
      signal,
    }),
  )
}

/** Has the carrier tried again; or says that a person took care of the envelopes. */
export function handOver(id: string, body: { by_hand?: boolean }): Promise<Project> {
  return unwrap(api.POST('/portal/api/manager/distributions/{id}/hand_over', { params: { path: { id } }, body }))
}

export function removeSpool(id: string, spool: number): Promise<unknown> {
  const path = { id, spool: String(spool) }
  return unwrap(api.DELETE('/portal/api/manager/distributions/{id}/spools/{spool}', { params: { path } }))
}

export type SpoolDraft = { file: File; name: string; type: string }

export function sendSpool(id: number | string, { file, name, type }: SpoolDraft, onProgress: (share: number) => void) {
  const form = new FormData()
  form.append('name', name)
  form.append('distribution_type_value', type)
  form.append('source_file', file, file.name)
  return upload<Spool>(`${urlOf(id)}/spools`, form, { onProgress })
}
