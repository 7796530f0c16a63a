import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

export type Retention = Answer<'/portal/api/manager/documents/{id}/retention'>
/** What managers open pages of. */
export type Retained = 'documents' | 'notes' | 'requests' | 'signatures' | 'employees'

function read(of: Retained, id: string, signal: AbortSignal): Promise<Retention> {
  if (of === 'employees') {
    const params = { path: { technical_id: id } }
    return unwrap(api.GET('/portal/api/manager/employees/{technical_id}/retention', { params, signal }))
  }
  return unwrap(api.GET(`/portal/api/manager/${of}/{id}/retention`, { params: { path: { id } }, signal }))
}

/** It changes with the things and with the policies, wherever those are changed. */
export const retentionQuery = (of: Retained, id: string) =>
  queryOptions({
    queryKey: ['retention', of, id],
    queryFn: ({ signal }) => read(of, id, signal),
    retry: false,
  })
