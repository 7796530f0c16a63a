import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at, fileOf, headersOf } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/disposals'
const ONE = `${LIST}/{id}` as const

/** Disposals: what retention policies let go. They stay on record. */
export function disposals(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    approve: (id: string, body: Schemas['DisposalApprove']) =>
      answerOf(raw.POST(`${ONE}/approve`, { ...at({ id }), body })),
    reject: (id: string, body: Schemas['DisposalReject']) =>
      answerOf(raw.POST(`${ONE}/reject`, { ...at({ id }), body })),
    cancel: (id: string, body: Schemas['DisposalChange'] = {}) =>
      answerOf(raw.POST(`${ONE}/cancel`, { ...at({ id }), body })),
    retry: (id: string, body: Schemas['DisposalChange'] = {}) =>
      answerOf(raw.POST(`${ONE}/retry`, { ...at({ id }), body })),
    /** The items of one disposal, what is due longest first. */
    items: (id: string) => {
      const { list, page } = resource(raw, `${ONE}/items`, ONE, { id })
      return { list, page }
    },
    /** The certificate of destruction. */
    certificate: (id: string, format: 'json' | 'pdf' = 'json') =>
      fileOf(raw.GET(`${ONE}/certificate`, { params: { path: { id }, query: { format } }, parseAs: 'stream' })),
    certificateHeaders: (id: string, format: 'json' | 'pdf' = 'json') =>
      headersOf(raw.HEAD(`${ONE}/certificate`, { params: { path: { id }, query: { format } } })),
    /** The seal of the JSON certificate: a detached JWS over its bytes. */
    seal: (id: string) => answerOf(raw.GET(`${ONE}/certificate/seal`, { ...at({ id }), parseAs: 'text' })),
  }
}
