import { HELD_TYPES, type HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { itemsSql } from '#modules/governance/policies/decision/item-sql.ts'
import type { Action } from '#modules/governance/policies/decision/policy-values.ts'
import { dueOn, rowFits, rowTriggerDay } from '#modules/governance/policies/decision/rule-sql.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'

/** An item with a policy that fits it; without any, one row without a policy. */
export type FittingRow = {
  resource_id: string
  postponed_until: string | null
  id: string | null
  name: string | null
  legal_basis: string | null
  trigger_event: string | null
  trigger_date: string | null
  delay: string | null
  due_on: string | null
  action: Action | null
}

type Asked = { client_id: string; resource_type: HeldType; id: string }

/** The policy that decides comes first. */
const fittingOn = (type: HeldType) =>
  lookup<FittingRow, Asked>(`
  SELECT item.resource_id, postponement.until AS postponed_until, policy.id, policy.name, policy.legal_basis,
    policy.trigger_event, started.day AS trigger_date, policy.delay, ${dueOn('started.day', 'policy.delay_interval')} AS due_on, policy.action
  FROM ${itemsSql(type, 'one', { withDeparture: true })}
  LEFT JOIN retention_postponements postponement ON postponement.client_id = $client_id
    AND postponement.resource_type = $resource_type AND postponement.resource_id = item.resource_id
  LEFT JOIN effective_retention_policies policy ON policy.client_id = $client_id AND policy.resource_type = $resource_type
    AND policy.enabled AND ${rowFits('policy')}
  LEFT JOIN LATERAL (SELECT ${rowTriggerDay('policy')} AS day) started ON true
  ORDER BY due_on DESC NULLS FIRST, policy.needs_approval DESC, policy.id`)

const protectedOn = (type: HeldType) =>
  statement<{ id: string }, Asked & { today: string }>(`
  SELECT policy.id FROM ${itemsSql(type, 'one', { withDeparture: true })}
  JOIN retention_policies policy ON policy.client_id = $client_id AND policy.resource_type = $resource_type
    AND policy.enabled AND policy.protects AND ${rowFits('policy')}
  CROSS JOIN LATERAL (SELECT ${rowTriggerDay('policy')} AS day) started
  WHERE coalesce(${dueOn('started.day', 'policy.delay_interval')} > $today::date, true) LIMIT 1`)

const fitting = new Map(HELD_TYPES.map((type) => [type, fittingOn(type)]))
const protecting = new Map(HELD_TYPES.map((type) => [type, protectedOn(type)]))

/** Resources that callers name by something that cannot be an id do not exist. */
function isPossible(type: HeldType, id: string): boolean {
  if (type === 'employee') return true
  return type === 'request' ? /^\d{1,18}$/.test(id) : isUuid(id)
}

/** What the policies of a client say of one item, the deciding one first; empty when there is no such item. */
export async function listFittingPolicies(
  db: Db,
  client: Client,
  resource_type: HeldType,
  id: string,
): Promise<FittingRow[]> {
  const find = fitting.get(resource_type)
  return find && isPossible(resource_type, id) ? find(db, { client_id: client.id, resource_type, id }) : []
}

/** Whether a policy that protects fits an item and is not due on this day. */
export async function isProtected(
  db: Db,
  client: Client,
  { type, id }: { type: HeldType; id: string },
  today: string,
): Promise<boolean> {
  const find = protecting.get(type)
  if (!find || !isPossible(type, id)) return false
  return (await find(db, { client_id: client.id, resource_type: type, id, today })).length > 0
}

export type HoldRow = { id: string; name: string; created_at: Date }

/** The open holds on an item, which is named as in legal_hold_items. */
export const listHoldsOn = lookup<HoldRow, { client_id: string; resource_type: HeldType; resource_id: string }>(`
  SELECT hold.id, hold.name, hold.created_at FROM legal_hold_items item
  JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
  WHERE item.client_id = $client_id AND item.resource_type = $resource_type AND item.resource_id = $resource_id
  ORDER BY hold.created_at, hold.id`)
