import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, given, unwrap, unwrapPage } from '#kernel/api/api.ts'
import type { operations } from '#portal-api'

export type AccessPackage = Answer<'/portal/api/admin/access_packages/{id}'>
export type PackageStatus = AccessPackage['status']
export type PackageKind = AccessPackage['exclude'][number]
type Asking = operations['adminMakeAccessPackage']['requestBody']['content']['application/json']

/** With the name of the employee, where the administrator may know it. */
export type NamedPackage = AccessPackage & { name: string | null }

type Asked = { cursor: string | undefined; signal: AbortSignal }

export const PACKAGES = '/portal/admin/access-packages'

export const packageKeys = { all: ['access packages'] as const }

const byId = (id: string) => ({ params: { path: { id } } })

export type PackageFilters = { status?: PackageStatus | undefined; employee_technical_id?: string | undefined }

export async function listPackages(filters: PackageFilters, { cursor, signal }: Asked) {
  const query = given({ ...filters, cursor, per_page: 50 })
  const page = await unwrapPage(api.GET('/portal/api/admin/access_packages', { params: { query }, signal }))
  return { ...page, items: await withNames(page.items, signal) }
}

async function withNames(packages: AccessPackage[], signal: AbortSignal): Promise<NamedPackage[]> {
  if (packages.length === 0) return []
  const params = { query: { ids: packages.map(({ id }) => id).join() } }
  const found = await unwrap(api.GET('/portal/api/admin/access_packages/names', { params, signal }))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return packages.map((one) => ({ ...one, name: names.get(one.id) ?? null }))
}

const MOVING_EVERY_MS = 1500
export const isMoving = ({ status }: Pick<AccessPackage, 'status'>): boolean =>
  status === 'queued' || status === 'building'

/** A package; asked for again while it is made. */
export const packageQuery = (id: string) =>
  queryOptions({
    queryKey: [...packageKeys.all, 'one', id],
    queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/access_packages/{id}', { ...byId(id), signal })),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? MOVING_EVERY_MS : false),
  })

/** The packages of an employee, newest first; asked for again while one is made. */
export const packagesOfQuery = (employee_technical_id: string) =>
  queryOptions({
    queryKey: [...packageKeys.all, 'of', employee_technical_id],
    queryFn: ({ signal }) => {
      const query = { employee_technical_id, per_page: 20 }
      return unwrap(api.GET('/portal/api/admin/access_packages', { params: { query }, signal }))
    },
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? MOVING_EVERY_MS : false),
  })

export function askForPackage(body: Asking): Promise<AccessPackage> {
  return unwrap(api.POST('/portal/api/admin/access_packages', { body }))
}

export function deletePackage(id: string): Promise<unknown> {
  return unwrap(api.DELETE('/portal/api/admin/access_packages/{id}', byId(id)))
}

export const packageFile = (id: string) => `/portal/api/admin/access_packages/${encodeURIComponent(id)}/file`
