import type { Disposed } from '#kernel/disposer.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import {
  counted,
  type Erasable,
  type ErasedBatch,
  type Eraser,
  type ErasureContext,
  type ErasureLook,
  type ErasureModule,
  type ErasureTarget,
  type KeptItem,
} from './eraser.ts'

const BATCH = 500

type Page = { after: string | undefined; limit: number }

/** Things of a person that holds and policies may keep one by one. */
export type ItemSource = {
  module: ErasureModule
  resourceTypes?: readonly HeldType[]
  /** The next ones of a target, in the order of their keys. */
  list(db: Db, client: { id: string }, target: ErasureTarget, page: Page): Promise<Erasable[]>
  /** What else has to stay, by the keys of the items. */
  alsoKept?(
    look: ErasureLook,
    items: readonly Erasable[],
    target: ErasureTarget,
  ): Promise<ReadonlyMap<string, KeptItem>>
  /** Takes these away, with their events. */
  dispose(work: Work, ids: readonly string[], target: ErasureTarget, context: ErasureContext): Promise<Disposed>
}

/** An eraser of such things: what is kept is passed over, and stays. */
export function itemEraser(source: ItemSource): Eraser {
  const { module, resourceTypes, dispose } = source
  return {
    module,
    ...(resourceTypes && { resourceTypes }),
    async evaluate(look, target) {
      const kept: KeptItem[] = []
      const counts: Record<string, number> = {}
      for (let after: string | undefined; ; ) {
        const items = await source.list(look.db, look.client, target, { after, limit: BATCH })
        const last = items.at(-1)
        if (!last) return { resources: counted(counts), kept }
        const keeping = await keptOf(source, look, items, target)
        kept.push(...keeping.values())
        for (const { key, resource_type } of items) {
          if (!keeping.has(key)) counts[resource_type] = (counts[resource_type] ?? 0) + 1
        }
        after = last.key
      }
    },
    async erase(work, target, context): Promise<ErasedBatch> {
      const { tx, client } = work
      const items = await source.list(tx, client, target, { after: context.after, limit: BATCH })
      const last = items.at(-1)
      if (!last) return { gone: [], files: [], next: undefined }
      const keeping = await keptOf(source, { db: tx, client, keptAmong: context.keptAmong }, items, target)
      const free = items.filter(({ key }) => !keeping.has(key))
      const ids = free.map(({ resource_id }) => resource_id)
      const { gone } = free.length === 0 ? { gone: [] } : await dispose(work, ids, target, context)
      const types = new Map(free.map(({ resource_id, resource_type }) => [resource_id, resource_type]))
      const counts: Record<string, number> = {}
      for (const { id } of gone) {
        const type = types.get(id)
        if (type) counts[type] = (counts[type] ?? 0) + 1
      }
      return {
        gone: counted(counts),
        ids: items.map(({ resource_id }) => resource_id),
        files: gone.flatMap(({ files }) => files),
        next: last.key,
      }
    },
  }
}

async function keptOf(
  source: ItemSource,
  look: ErasureLook,
  items: readonly Erasable[],
  target: ErasureTarget,
): Promise<Map<string, KeptItem>> {
  const also = await source.alsoKept?.(look, items, target)
  return new Map([...(also ?? []), ...(await look.keptAmong(look.db, look.client, items))])
}
