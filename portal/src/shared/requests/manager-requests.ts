import type { Answer, Query } from '#kernel/api/answer.ts'
import { api, unwrapPage } from '#kernel/api/api.ts'

/** What other features answer, as far as folders and the home page show it. */
export type RequestItem = Answer<'/portal/api/manager/requests'>[number]

export const fetchRequests = (query: Query<'/portal/api/manager/requests'>, signal: AbortSignal) =>
  unwrapPage(api.GET('/portal/api/manager/requests', { params: { query }, signal }))
