import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'

export const employeeProfileQuery = queryOptions({
  queryKey: ['profile', 'employee'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/me/profile', { signal })),
})

export const managerProfileQuery = queryOptions({
  queryKey: ['profile', 'manager'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/manager/profile', { signal })),
})
