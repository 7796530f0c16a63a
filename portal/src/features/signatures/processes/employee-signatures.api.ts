import type { Answer, Query } from '#kernel/api/answer.ts'
import { api, unwrapPage } from '#kernel/api/api.ts'

export type SignatureItem = Answer<'/portal/api/manager/signatures'>[number]

export const fetchSignatures = (query: Query<'/portal/api/manager/signatures'>, signal: AbortSignal) =>
  unwrapPage(api.GET('/portal/api/manager/signatures', { params: { query }, signal }))
