import { counted, type ErasedBatch, type Eraser } from '#kernel/personal-data/eraser.ts'
import { withoutMentions, withoutPerson } from '#kernel/personal-data/pseudonymise.ts'
import { listOwnBodies, rewriteBodies } from '#modules/webhooks/deliveries/rewrite-deliveries.ts'

const BATCH = 200
const FIRST = '00000000-0000-0000-0000-000000000000'
const RESOURCES = 1_000_000

/** What is told to the address of a request or a signature process; a comment names its request. */
type Told = { type: string; data: { id: string | number; request_id?: string } & { [key: string]: never } }

/** Callbacks to the address that a resource names hold what they tell themselves. */
export const callbackEraser: Eraser = {
  module: 'events',
  evaluate: async () => ({ resources: [], kept: [] }),
  async erase({ tx, client }, { subject }, { after = FIRST, resourcesOf }): Promise<ErasedBatch> {
    if (!subject) return { gone: [], files: [], next: undefined }
    const resources = await resourcesOf('', RESOURCES)
    const own = new Set(resources.filter(({ isOwn }) => isOwn).map(({ id }) => id))
    const bodies = await listOwnBodies(tx, client, { after, limit: BATCH })
    const changed = bodies.flatMap((one) => {
      const told: Told = JSON.parse(one.body)
      const data = isAbout(own, told) ? withoutPerson(told.data, subject) : told.data
      const body = JSON.stringify(withoutMentions({ ...told, data }, subject))
      return body === JSON.stringify(told) ? [] : [{ ...one, body }]
    })
    await rewriteBodies(tx, client, changed)
    const next = bodies.length === BATCH ? bodies.at(-1)?.id : undefined
    return { gone: counted({ callback: changed.length }), files: [], next }
  },
}

/** Spools have numbers as requests do. */
function isAbout(own: ReadonlySet<string>, { type, data }: Told): boolean {
  return /^(request|signature_process)\./.test(type) && own.has(String(data.request_id ?? data.id))
}
