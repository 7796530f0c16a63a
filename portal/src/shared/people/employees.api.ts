import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type EmployeeItem = Answer<'/portal/api/manager/employees'>[number]

export type EmployeeProfile = Answer<'/portal/api/manager/employees/{technical_id}'>

const FRESH_MS = 30_000

export const employeeQuery = (id: string) =>
  queryOptions({
    queryKey: ['folders', 'employee', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/employees/{technical_id}', { params: { path: { technical_id: id } }, signal }),
      ),
    staleTime: FRESH_MS,
  })

/** The open legal holds on the record of an employee. */
export const employeeHoldsQuery = (id: string) =>
  queryOptions({
    queryKey: ['folders', 'employee', id, 'legal_holds'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/employees/{technical_id}/legal_holds', {
          params: { path: { technical_id: id } },
          signal,
        }),
      ),
    staleTime: FRESH_MS,
  })

/** Employees that a text finds, for the search of the header and for fields. */
export async function findEmployees(q: string, signal?: AbortSignal, perPage = 20): Promise<EmployeeItem[]> {
  const params = { query: { per_page: perPage, ...(q === '' ? {} : { q }) } }
  return unwrap(api.GET('/portal/api/manager/employees', { params, ...(signal ? { signal } : {}) }))
}

/** The same for a field: what was found last stays until the next answer. */
export const foundEmployeesQuery = (q: string) =>
  queryOptions({
    queryKey: ['folders', 'found', q],
    queryFn: ({ signal }) => findEmployees(q, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })

export const employeePath = (id: string) => `/portal/manager/employees/${encodeURIComponent(id)}`
