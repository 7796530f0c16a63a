import type { paths } from '@dossier/sdk/portal'
import type { Answer } from '#features/documents/folders/folders.api.ts'
import { api, unwrap, unwrapPage } from '#kernel/api/api.ts'

/** What other features answer, as far as folders and the home page show it. */
export type RequestItem = Answer<'/portal/api/manager/requests'>[number]
export type SignatureItem = Answer<'/portal/api/manager/signatures'>[number]
export type Colleague = Answer<'/portal/api/manager/managers'>[number]

type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? Q : never

export const fetchRequests = (query: Query<'/portal/api/manager/requests'>, signal: AbortSignal) =>
  unwrapPage(api.GET('/portal/api/manager/requests', { params: { query }, signal }))

export const fetchRequestCounts = (signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/requests/counts', { signal }))

export const fetchDistributions = (query: Query<'/portal/api/manager/distributions'>, signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/distributions', { params: { query }, signal }))

export const fetchImports = (query: Query<'/portal/api/manager/imports'>, signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/imports', { params: { query }, signal }))

export const fetchSignatures = (query: Query<'/portal/api/manager/signatures'>, signal: AbortSignal) =>
  unwrapPage(api.GET('/portal/api/manager/signatures', { params: { query }, signal }))

/** Managers who may be named as readers of a note. */
export const findColleagues = (q: string, signal: AbortSignal) => {
  const query = { permission: 'notes:read' as const, ...(q === '' ? {} : { q }) }
  return unwrap(api.GET('/portal/api/manager/managers', { params: { query }, signal }))
}
