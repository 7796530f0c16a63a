import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type Colleague = Answer<'/portal/api/manager/managers'>[number]

// Searched as somebody types: what was found last stays until the answer, so that no click goes past it.
export const colleaguesQuery = (q: string) =>
  queryOptions({
    queryKey: ['desk', 'colleagues', q],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/managers', { params: { query: { per_page: 20, ...(q ? { q } : {}) } }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
