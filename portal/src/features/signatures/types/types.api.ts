import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import type { paths } from '#portal-api'

type Route = paths['/portal/api/admin/signature_types/{id}']
export type SignatureType = Route['get']['responses'][200]['content']['application/json']
export type SignatureTypeInput = NonNullable<Route['put']['requestBody']>['content']['application/json']

export const TYPES_KEY = ['signature types']
export const TYPES_PAGE = '/portal/admin/signature-types'
/** In the address of the page for a new one; no id holds such a sign. */
export const NEW = '~new'
export const typePath = (id: string) => `${TYPES_PAGE}/${encodeURIComponent(id)}`

export const typeQuery = (id: string) =>
  queryOptions({
    queryKey: [...TYPES_KEY, 'one', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/admin/signature_types/{id}', { params: { path: { id } }, signal })),
  })

/** The answer as it is: whether there is such a type. */
export function findType(id: string) {
  return api.GET('/portal/api/admin/signature_types/{id}', { params: { path: { id } } })
}

export function putType(id: string, body: SignatureTypeInput): Promise<SignatureType> {
  return unwrap(api.PUT('/portal/api/admin/signature_types/{id}', { params: { path: { id } }, body }))
}

export function deleteType(id: string): Promise<unknown> {
  return unwrap(api.DELETE('/portal/api/admin/signature_types/{id}', { params: { path: { id } } }))
}
