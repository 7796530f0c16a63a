import { counted, type ErasedBatch, type Eraser } from '#kernel/personal-data/eraser.ts'
import { withoutMentions } from '#kernel/personal-data/pseudonymise.ts'
import { listOwnBodies, rewriteBodies } from '#modules/webhooks/deliveries/rewrite-deliveries.ts'

const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Callbacks that are no events of the log hold what they tell themselves. */
export const callbackEraser: Eraser = {
  module: 'events',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }, { after = FIRST }): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    const bodies = await listOwnBodies(tx, client, { after, limit: BATCH })
    const changed = bodies.flatMap((one) => {
      const body = JSON.stringify(withoutMentions(JSON.parse(one.body), subject))
      return body === JSON.stringify(JSON.parse(one.body)) ? [] : [{ ...one, body }]
    })
    await rewriteBodies(tx, client, changed)
    const next = bodies.length === BATCH ? bodies.at(-1)?.id : undefined
    return { gone: counted({ callback: changed.length }), files: [], next }
  },
}
