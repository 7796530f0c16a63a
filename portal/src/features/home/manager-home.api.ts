import type { Query } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export const fetchRequestCounts = (signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/requests/counts', { signal }))

export const fetchDistributions = (query: Query<'/portal/api/manager/distributions'>, signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/distributions', { params: { query }, signal }))

export const fetchImports = (query: Query<'/portal/api/manager/imports'>, signal: AbortSignal) =>
  unwrap(api.GET('/portal/api/manager/imports', { params: { query }, signal }))
