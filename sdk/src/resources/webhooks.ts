import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { answerOf, at } from '../http/answer-of.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/webhooks'
const ONE = `${LIST}/{id}` as const

/** Webhooks, with what was sent to them. */
export function webhooks(raw: Client<paths>) {
  return {
    ...resource(raw, LIST, ONE, {}),
    /** Sends a `webhook.test` and waits until that is over; what came of it is in the deliveries. */
    test: async (id: string): Promise<void> => {
      await answerOf(raw.POST(`${ONE}/tests`, at({ id })))
    },
    /** Makes another key; the one before counts for 24 hours more. */
    refreshSignatureKey: (id: string) => answerOf(raw.POST(`${ONE}/refresh_signature_key`, at({ id }))),
    /** Makes the caller the owner: from now on the webhook receives what the caller may read. */
    takeOver: (id: string) => answerOf(raw.POST(`${ONE}/take_over`, at({ id }))),
    health: (id: string) => answerOf(raw.GET(`${ONE}/health`, at({ id }))),
    /** Sends all again that have failed since then; `recoveries` tells how far that is. */
    recover: (id: string, body: { since: string }) => answerOf(raw.POST(`${ONE}/recover`, { ...at({ id }), body })),
    /** The recoveries of one webhook. */
    recoveries: (id: string) => ({
      get: (recovery_id: string) => answerOf(raw.GET(`${ONE}/recoveries/{recovery_id}`, at({ id, recovery_id }))),
    }),
    /** What was sent to one webhook, newest event first. */
    deliveries: (id: string) => ({
      ...resource(raw, `${ONE}/deliveries`, `${ONE}/deliveries/{delivery_id}`, { id }),
      /** Sends it again now. */
      retry: (delivery_id: string) =>
        answerOf(raw.POST(`${ONE}/deliveries/{delivery_id}/retries`, at({ id, delivery_id }))),
    }),
  }
}
