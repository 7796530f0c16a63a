import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at } from '../http/answer-of.ts'
import type { Schemas } from '../schemas.ts'
import { resource } from './resource.ts'

const ACCOUNTS = '/api/v2/client/accounts'

/** The log-ins of people. */
export function accounts(raw: Client<paths>) {
  const one = `${ACCOUNTS}/{id}` as const
  return {
    ...resource(raw, ACCOUNTS, one, {}),
    /** Says that this log-in and another belong to the same person. */
    link: (id: string, body: Schemas['PutAccountLinkBody']) =>
      answerOf(raw.PUT(`${one}/link`, { ...at({ id }), body })),
    /** Removes that link. */
    unlink: async (id: string): Promise<void> => {
      await answerOf(raw.DELETE(`${one}/link`, at({ id })))
    },
  }
}
