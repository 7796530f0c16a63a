import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type SystemState = Answer<'/portal/api/admin/system'>

const EVERY_MS = 10_000

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/system', { signal })),
  refetchInterval: EVERY_MS,
})
