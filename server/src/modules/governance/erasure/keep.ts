import type { HeldType } from '#kernel/legal-hold.ts'
import type { Erasable, KeptAmong, KeptItem } from '#kernel/personal-data/eraser.ts'
import { listHolds } from '#modules/governance/disposals/item-queries.ts'
import { listKeptByPolicies } from '#modules/governance/policies/decision/kept-items.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * What holds and policies keep, in that order: a hold keeps even what is due. Something that no policy names, or that is due, may
 * go.
 */
export function keepsOn(day: string): KeptAmong {
  return async (db, client, items) => {
    const kept = new Map<string, KeptItem>()
    for (const [type, ofType] of Map.groupBy(items, ({ resource_type }) => resource_type)) {
      for (const item of await keptOfType(db, client, { type, items: ofType, day })) kept.set(item.key, item.kept)
    }
    return kept
  }
}

type Asked = { type: HeldType; items: readonly Erasable[]; day: string }

async function keptOfType(db: Db, client: { id: string }, { type, items, day }: Asked) {
  const keys = items.map(({ key }) => key)
  const isDocument = type.endsWith('_document')
  const holds = await listHolds(db, {
    client_id: client.id,
    resource_type: type,
    // Holds name employees by their key.
    ids: type === 'employee' ? keys : items.map(({ resource_id }) => resource_id),
    document_keys: isDocument ? keys : [],
  })
  const holding = new Map(holds.map(({ resource_id, holds: ids }) => [resource_id, ids]))
  const keeping = new Map((await listKeptByPolicies(db, client, type, { keys, day })).map((one) => [one.key, one]))
  return items.flatMap(({ key, resource_id }): { key: string; kept: KeptItem }[] => {
    const legal_hold_ids = holding.get(type === 'employee' ? key : resource_id)?.toSorted()
    const policy = keeping.get(key)
    if (!legal_hold_ids && !policy) return []
    const kept: KeptItem = {
      resource_type: type,
      resource_id,
      reason: legal_hold_ids ? 'legal_hold' : 'retention',
      until: policy?.until ?? null,
      retention_policy_id: policy?.retention_policy_id ?? null,
      legal_hold_ids: legal_hold_ids ?? [],
    }
    return [{ key, kept }]
  })
}
