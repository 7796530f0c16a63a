import { HELD_TYPES, type HeldType } from '#kernel/legal-hold.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { itemsSql } from './item-sql.ts'
import { dueOn, rowFits, rowTriggerDay } from './rule-sql.ts'

/** An item that a policy still keeps. */
export type ItemKeptByPolicy = {
  key: string
  /** A day, as text; null as long as it is not known. */
  until: string | null
  /** Never null; PostgreSQL does not know that of a view. */
  retention_policy_id: string | null
}

type Asked = { client_id: string; resource_type: HeldType; keys: string[]; day: string }

/** Of the policies that fit, the one that decides comes first; what was postponed stays until the later of both days. */
const keptOf = (type: HeldType) =>
  statement<ItemKeptByPolicy, Asked>(`
  SELECT key, greatest(due_on, postponed_until)::text AS until, policy_id AS retention_policy_id FROM (
    SELECT DISTINCT ON (item.key) item.key::text AS key, policy.id AS policy_id,
      ${dueOn('started.day', 'policy.delay_interval')} AS due_on, postponement.until AS postponed_until
    FROM ${itemsSql(type, 'by_key', { withDeparture: true })}
    LEFT JOIN retention_postponements postponement ON postponement.client_id = $client_id
      AND postponement.resource_type = $resource_type AND postponement.resource_id = item.resource_id
    JOIN effective_retention_policies policy ON policy.client_id = $client_id AND policy.resource_type = $resource_type
      AND policy.enabled AND ${rowFits('policy')}
    CROSS JOIN LATERAL (SELECT ${rowTriggerDay('policy')} AS day) started
    ORDER BY item.key, due_on DESC NULLS FIRST, policy.needs_approval DESC, policy.id
  ) AS decided
  WHERE due_on IS NULL OR greatest(due_on, postponed_until) > $day::date`)

const kept = new Map(HELD_TYPES.map((type) => [type, keptOf(type)]))

/** Those of these items that a policy keeps beyond this day. What no policy names is not kept. */
export async function listKeptByPolicies(
  db: Db,
  client: { id: string },
  type: HeldType,
  { keys, day }: { keys: string[]; day: string },
): Promise<ItemKeptByPolicy[]> {
  const find = kept.get(type)
  if (!find || keys.length === 0) return []
  return find(db, { client_id: client.id, resource_type: type, keys, day })
}
