import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type EmployeeItem = Answer<'/portal/api/manager/employees'>[number]

export type EmployeeProfile = Answer<'/portal/api/manager/employees/{technical_id}'>

export const employeeQuery = (id: string) =>
  queryOptions({
    queryKey: ['folders', 'employee', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/employees/{technical_id}', { params: { path: { technical_id: id } }, signal }),
      ),
    staleTime: 30_000,
  })

/** Employees that a text finds, for fields and the search. */
export async function findEmployees(q: string, signal?: AbortSignal, perPage = 20): Promise<EmployeeItem[]> {
  const params = { query: { per_page: perPage, ...(q === '' ? {} : { q }) } }
  return unwrap(api.GET('/portal/api/manager/employees', { params, ...(signal ? { signal } : {}) }))
}

/** Lists that are searched while somebody types keep what they show until the next answer. */
export function useSearched<T>(key: string[], text: string, search: (q: string, signal: AbortSignal) => Promise<T[]>) {
  return useQuery({
    queryKey: ['folders', ...key, text],
    queryFn: ({ signal }) => search(text, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

export const employeePath = (id: string) => `/portal/manager/employees/${encodeURIComponent(id)}`
