import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/legal_holds'
const ONE = `${LIST}/{id}` as const

/** Legal holds. They are never deleted: those that were released stay on record. */
export function legalHolds(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    release: (id: string, body: Schemas['LegalHoldRelease']) =>
      answerOf(raw.POST(`${ONE}/release`, { ...at({ id }), body })),
    /** What one hold covers, what was covered last first. */
    items: (id: string) => {
      const { list, page } = resource(raw, `${ONE}/items`, ONE, { id })
      return { list, page }
    },
  }
}
