import type { Answer } from '#kernel/api/answer.ts'
import { api, unwrap } from '#kernel/api/api.ts'

/** Managers who may be named as readers of a note. */
export const findColleagues = (q: string, signal: AbortSignal) => {
  const query = { permission: 'notes:read' as const, ...(q === '' ? {} : { q }) }
  return unwrap(api.GET('/portal/api/manager/managers', { params: { query }, signal }))
}

export type Colleague = Answer<'/portal/api/manager/managers'>[number]
