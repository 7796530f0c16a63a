import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import type { paths } from '#portal-api'

type Route = paths['/portal/api/admin/document_types/{code}']
export type DocumentType = Route['get']['responses'][200]['content']['application/json']
export type DocumentTypeInput = NonNullable<Route['put']['requestBody']>['content']['application/json']
export type Attribute = DocumentType['metas'][number]
export type Kind = DocumentType['kind']

export const TYPES_KEY = ['document types']
/** In the address of the page for a new one; no code holds such a sign. */
export const NEW = '~new'
export const typePath = (code: string) => `/portal/admin/document-types/${encodeURIComponent(code)}`

/** The answer as it is: whether there is such a type. */
export function findType(code: string) {
  return api.GET('/portal/api/admin/document_types/{code}', { params: { path: { code } } })
}

export const typeQuery = (code: string) =>
  queryOptions({
    queryKey: [...TYPES_KEY, 'one', code],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/portal/api/admin/document_types/{code}', { params: { path: { code } }, signal })),
  })
