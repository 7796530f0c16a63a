import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer, Query } from '#kernel/api/answer.ts'
import { api, given, unwrap } from '#kernel/api/api.ts'

export type Colleague = Answer<'/portal/api/manager/managers'>[number]

/** What the managers that are looked for must be allowed to do. */
export type ColleaguePermission = NonNullable<Query<'/portal/api/manager/managers'>>['permission']

// Searched as somebody types: what was found last stays until the answer, so that no click goes past it.
export const colleaguesQuery = (q: string, permission?: ColleaguePermission) =>
  queryOptions({
    queryKey: ['managers', permission, q],
    queryFn: ({ signal }) => {
      const query = given({ per_page: 20, q: q || undefined, permission })
      return unwrap(api.GET('/portal/api/manager/managers', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
