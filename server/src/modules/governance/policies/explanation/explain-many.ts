import { HELD_TYPES, type HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { isHeld } from '#modules/governance/holds/is-held.ts'
import { itemsSql } from '#modules/governance/policies/decision/item-sql.ts'
import { dueOn, rowFits, rowTriggerDay } from '#modules/governance/policies/decision/rule-sql.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** How long one of many items is kept. */
export type Keeping = {
  key: string
  is_held: boolean
  /** Whether any policy says how long. */
  has_policy: boolean
  /** The day on which it may go, as text; null as long as it is not known. */
  until: string | null
  /** Of the policy that decides; may be empty. */
  legal_basis: string | null
}

type Asked = { client_id: string; resource_type: HeldType; keys: string[] }

/** Of the policies that fit an item, the one that decides comes first; what was postponed stays until the later of both days. */
const keepingOf = (type: HeldType) =>
  statement<Keeping, Asked>(`
  SELECT kept.key, ${isHeld('$resource_type', 'kept.resource_id')} AS is_held, kept.has_policy,
    CASE WHEN kept.due_on IS NOT NULL THEN greatest(kept.due_on, kept.postponed_until)::text END AS until, kept.legal_basis
  FROM (
    SELECT DISTINCT ON (item.key) item.key::text AS key, item.resource_id, policy.id IS NOT NULL AS has_policy,
      ${dueOn('started.day', 'policy.delay_interval')} AS due_on, postponement.until AS postponed_until, policy.legal_basis
    FROM ${itemsSql(type, 'by_key', { withDeparture: true })}
    LEFT JOIN retention_postponements postponement ON postponement.client_id = $client_id
      AND postponement.resource_type = $resource_type AND postponement.resource_id = item.resource_id
    LEFT JOIN effective_retention_policies policy ON policy.client_id = $client_id AND policy.resource_type = $resource_type
      AND policy.enabled AND ${rowFits('policy')}
    LEFT JOIN LATERAL (SELECT ${rowTriggerDay('policy')} AS day) started ON true
    ORDER BY item.key, due_on DESC NULLS FIRST, policy.needs_approval DESC, policy.id) kept`)

const keeping = new Map(HELD_TYPES.map((type) => [type, keepingOf(type)]))

/** How long these items are kept, by the keys of their table. */
export async function explainMany(db: Db, client: Client, type: HeldType, keys: string[]): Promise<Keeping[]> {
  const find = keeping.get(type)
  if (!find || keys.length === 0) return []
  return find(db, { client_id: client.id, resource_type: type, keys })
}
