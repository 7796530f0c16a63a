import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at, fileOf, headersOf } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/deletion_requests'
const ONE = `${LIST}/{id}` as const

/** Deletion requests: what is to be erased, and what came of it. They stay on record. */
export function deletionRequests(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    confirm: (id: string, body: Schemas['DeletionRequestChange'] = {}) =>
      answerOf(raw.POST(`${ONE}/confirm`, { ...at({ id }), body })),
    cancel: (id: string, body: Schemas['DeletionRequestChange'] = {}) =>
      answerOf(raw.POST(`${ONE}/cancel`, { ...at({ id }), body })),
    retry: (id: string, body: Schemas['DeletionRequestChange'] = {}) =>
      answerOf(raw.POST(`${ONE}/retry`, { ...at({ id }), body })),
    /** What went and what was kept. */
    report: (id: string, format: 'json' | 'pdf' = 'json') =>
      fileOf(raw.GET(`${ONE}/report`, { params: { path: { id }, query: { format } }, parseAs: 'stream' })),
    reportHeaders: (id: string, format: 'json' | 'pdf' = 'json') =>
      headersOf(raw.HEAD(`${ONE}/report`, { params: { path: { id }, query: { format } } })),
    /** The seal of the JSON report: a detached JWS over its bytes. */
    seal: (id: string) => answerOf(raw.GET(`${ONE}/report/seal`, { ...at({ id }), parseAs: 'text' })),
  }
}
