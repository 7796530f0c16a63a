import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type Organization = Answer<'/portal/api/admin/organizations/counts'>[number]

const FRESH_MS = 30_000

export const treeQuery = queryOptions({
  queryKey: ['directory', 'organizations'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/organizations/counts', { signal })),
  staleTime: FRESH_MS,
})
